import * as v from 'valibot';
import { LINK_KEY } from '../../../config/storage-keys.ts';
import type { Challenge } from '../../../contract/user.ts';
import { isApiError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { standInEmail } from '../../../rules/players.ts';
import { makeUsername } from '../../../rules/usernames.ts';
import type { Found, SignedIn } from '../api/sign-in.ts';
import { loadSignIn } from '../load-sign-in.ts';
import type { Link } from './link.ts';

/** The name of a creation and the key of its calls: the same over all tries, so each counts once. */
export type Creation = { name: string; key: string };

const keptSchema = v.object({ name: v.string(), key: v.string(), of: v.string() });

/**
 * The creation of a link. A proof is used once, and a reload in the middle must be the same call:
 * its creation is kept for the tab's visit, under the end of its signature alone.
 */
export function creationOf({ proof }: Link): Creation {
  const of = proof?.slice(-16) ?? null;
  const kept = of === null ? null : readKept();
  if (kept && kept.of === of) return kept;
  const creation = { name: makeUsername(Math.random), key: newKey() };
  if (of !== null) keep(JSON.stringify({ ...creation, of }));
  return creation;
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

/** Who came by a link; or the proof that is due before anybody may be told. */
export type Entered =
  | { is: 'player'; signedIn: SignedIn; isNew: boolean }
  | { is: 'owed'; challenge: Challenge | null; message: string | null };

/** An account could be neither found nor made. */
export class CreationError extends Error {
  override readonly name = 'CreationError';
}

/**
 * Finds the player of a link's number, or creates them (accounts §4).
 * @param isCurrent whether the player still waits: nobody is created for who has left
 * @returns `null` for who has left
 * @throws ApiError, NetworkError; CreationError with either as its cause
 */
export async function enterByLink(
  { phone, proof }: Link,
  creation: Creation,
  isCurrent: () => boolean,
): Promise<Entered | null> {
  const { lookUp, signUp } = await loadSignIn();
  const { key } = creation;
  try {
    const found = await lookUp(phone, { proof, key });
    if (!isCurrent()) return null;
    if (found.is !== 'unknown') return entered(found, false);
    const newUser = {
      name: creation.name,
      email: standInEmail(phone),
      phone,
      platform: 'network',
      ...((found.proof ?? proof) && { proof: found.proof ?? proof ?? '' }),
    } as const;
    try {
      return entered(await signUp(newUser, key), true);
    } catch (cause) {
      // Somebody made the account in between: then it is there.
      if (isApiError(cause, 'user/exists')) {
        return entered(await lookUp(phone, { proof, key }), false);
      }
      const isTold = isApiError(cause, 'user/proof-needed') || cause instanceof CreationError;
      if (isTold) throw cause;
      throw new CreationError('The account could not be created.', { cause });
    }
  } catch (error) {
    if (!isApiError(error, 'user/proof-needed')) throw error;
    return { is: 'owed', challenge: null, message: error.message };
  }
}

function entered(found: Found, isNew: boolean): Entered {
  if (found.is === 'challenged') return { is: 'owed', challenge: found.challenge, message: null };
  if (found.is === 'player' && found.signedIn.token !== '') {
    return { is: 'player', signedIn: found.signedIn, isNew };
  }
  throw new CreationError('The server gave no session.');
}
