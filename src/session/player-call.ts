import type { Endpoint, YesOf } from '../contract/endpoint.ts';
import { isApiError } from '../lib/errors.ts';
import { type CallOptions, call } from '../lib/http.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from './session.ts';

/**
 * A call with the player's token (account.md#tokens). A 401 signs them out: the token is no longer
 * good, and the guards lead to the landing page.
 */
export async function playerCall<E extends Endpoint>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'credential'>,
  /** Makes the call: another way than `call` may tell of its progress. */
  via: (endpoint: E, options: CallOptions<E>) => Promise<YesOf<E>> = call,
): Promise<YesOf<E>> {
  const { token } = currentSession();
  try {
    const signed = { ...options, ...(token && { credential: { token } }) } as CallOptions<E>;
    return await via(endpoint, signed);
  } catch (error) {
    // A tab that signed in again meanwhile has a newer token: leave that one alone.
    if (isApiError(error) && error.status === 401 && currentSession().token === token) {
      const { user, token: noToken, isLoggedIn } = DEFAULT_SESSION;
      updateSession({ user, token: noToken, isLoggedIn });
    }
    throw error;
  }
}
