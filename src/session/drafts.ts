import * as v from 'valibot';
import { DRAFTS_KEY } from '../config/storage-keys.ts';
import { keptValue } from '../lib/kept.ts';
import { isSignedInAs } from './session.ts';

/** The forms whose fields survive when the browser kills the tab. */
type Form = 'bank' | 'contact' | 'profile';

const kept = keptValue(
  'sessionStorage',
  DRAFTS_KEY,
  v.object({ playerId: v.string(), forms: v.record(v.string(), v.unknown()) }),
);

/**
 * Reads what a player typed into a form of this tab without sending it; `null` without a draft
 * (account.md#drafts).
 */
export function readDraft<Draft>(
  playerId: string,
  form: Form,
  schema: v.GenericSchema<unknown, Draft>,
): Draft | null {
  const draft = v.safeParse(schema, formsOf(playerId)[form]);
  return draft.success ? draft.output : null;
}

/**
 * Keeps a draft; `null` forgets it. If the browser refuses to keep it, the draft lasts as long as the page.
 */
export function keepDraft(playerId: string, form: Form, draft: object | null): void {
  if (!isSignedInAs(playerId)) return;
  const { [form]: _before, ...others } = formsOf(playerId);
  const forms = draft === null ? others : { ...others, [form]: draft };
  kept.set(Object.keys(forms).length > 0 ? { playerId, forms } : null);
}

function formsOf(playerId: string): Record<string, unknown> {
  const own = kept.get();
  return own?.playerId === playerId ? own.forms : {};
}
