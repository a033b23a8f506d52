import * as v from 'valibot';
import { LINK_KEY } from '../../../config/storage-keys.ts';
import { newKey } from '../../../lib/new-key.ts';
import { standInEmail } from '../../../rules/players.ts';
import { makeUsername } from '../../../rules/usernames.ts';
import type { Creation } from '../sign-in-state.ts';
import type { Link } from './link.ts';

const keptSchema = v.object({ name: v.string(), key: v.string(), of: v.string() });

/**
 * The account of a new number (flows.md#sign-in-by-a-link), with one key for the calls of all its
 * tries. A proof is used once, and a reload must be the same call: the key is kept for the tab's
 * visit, under the end of the proof's signature alone.
 */
export function creationOf({ phone, proof }: Link): Creation {
  const of = proof?.slice(-16) ?? null;
  const kept = of === null ? null : readKept();
  const isSame = kept !== null && kept.of === of;
  const { name, key } = isSame ? kept : { name: makeUsername(Math.random), key: newKey() };
  if (of !== null && !isSame) keep(JSON.stringify({ name, key, of }));
  return { account: { name, email: standInEmail(phone), platform: 'network' }, key };
}

function readKept() {
  try {
    const kept = v.safeParse(keptSchema, JSON.parse(sessionStorage.getItem(LINK_KEY) ?? 'null'));
    return kept.success ? kept.output : null;
  } catch {
    return null;
  }
}

function keep(text: string): void {
  try {
    sessionStorage.setItem(LINK_KEY, text);
  } catch {}
}
