import * as v from 'valibot';
import { DRAFTS_KEY } from '../config/storage-keys.ts';
import { isSignedInAs } from './session.ts';

/** The forms whose fields outlive a killed tab. */
type Form = 'bank' | 'contact' | 'profile';

const keptSchema = v.object({ playerId: v.string(), forms: v.record(v.string(), v.unknown()) });

/** What a player has typed in a form of this tab and not sent; `null` for nothing (account.md#drafts). */
export function readDraft<Draft>(
  playerId: string,
  form: Form,
  schema: v.GenericSchema<unknown, Draft>,
): Draft | null {
  const draft = v.safeParse(schema, formsOf(playerId)[form]);
  return draft.success ? draft.output : null;
}

/** Keeps it, or forgets it where it is `null`; a browser that refuses forgets it with the tab. */
export function keepDraft(playerId: string, form: Form, draft: object | null): void {
  if (!isSignedInAs(playerId)) return;
  const { [form]: _before, ...others } = formsOf(playerId);
  const forms = draft === null ? others : { ...others, [form]: draft };
  try {
    if (Object.keys(forms).length === 0) sessionStorage.removeItem(DRAFTS_KEY);
    else sessionStorage.setItem(DRAFTS_KEY, JSON.stringify({ playerId, forms }));
  } catch {}
}

function formsOf(playerId: string): Record<string, unknown> {
  try {
    const kept = v.parse(keptSchema, JSON.parse(sessionStorage.getItem(DRAFTS_KEY) ?? 'null'));
    return kept.playerId === playerId ? kept.forms : {};
  } catch {
    return {};
  }
}
