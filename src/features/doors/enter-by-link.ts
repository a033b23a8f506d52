import type { Challenge } from '../../contract/user.ts';
import { isApiError } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { standInEmail } from '../../rules/players.ts';
import { makeUsername } from '../../rules/usernames.ts';
import type { Found, SignedIn } from '../../session/sign-in.ts';
import type { Link } from './link.ts';

/** The calls come with the first attempt: a line that drops then is an attempt that failed. */
export const loadCalls = () => import('../../session/sign-in.ts');

/** The name and the key of a creation: the same over all its tries, so that it is made once. */
export type Creation = { name: string; key: string };

export function newCreation(): Creation {
  return { name: makeUsername(Math.random), key: newKey() };
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
 * @throws ApiError, NetworkError; CreationError with either as its cause
 */
export async function enterByLink({ phone, proof }: Link, creation: Creation): Promise<Entered> {
  const { lookUp, signUp } = await loadCalls();
  try {
    const found = await lookUp(phone, proof);
    if (found.is !== 'unknown') return entered(found, false);
    const newUser = {
      name: creation.name,
      email: standInEmail(phone),
      phone,
      platform: 'network',
      ...((found.proof ?? proof) && { proof: found.proof ?? proof ?? '' }),
    } as const;
    const created = await signUp(newUser, creation.key).catch((cause) => {
      // Somebody made the account in between: then it is there.
      if (isApiError(cause, 'user/exists')) return lookUp(phone, proof);
      if (isApiError(cause, 'user/proof-needed')) throw cause;
      throw new CreationError('The account could not be created.', { cause });
    });
    return entered(created, true);
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
