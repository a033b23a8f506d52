import type { Endpoint, YesOf } from '../contract/endpoint.ts';
import { isApiError } from '../lib/errors.ts';
import { type CallOptions, call } from '../lib/http.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from './session.ts';

/**
 * Makes a call with the player's token (account.md#tokens). A 401 says that the token is no longer valid: the
 * player is signed out, and the route guards redirect to the landing page.
 */
export async function playerCall<E extends Endpoint>(
  endpoint: E,
  options: Omit<CallOptions<E>, 'credential'>,
  /** The function that makes the call. A caller may pass one that reports progress. */
  via: (endpoint: E, options: CallOptions<E>) => Promise<YesOf<E>> = call,
): Promise<YesOf<E>> {
  const { token } = currentSession();
  try {
    const signed = { ...options, ...(token && { credential: { token } }) } as CallOptions<E>;
    return await via(endpoint, signed);
  } catch (error) {
    // If a tab signed in again meanwhile, the session has a newer token, which must stay.
    if (isApiError(error) && error.status === 401 && currentSession().token === token) {
      const { user, token: noToken, isLoggedIn } = DEFAULT_SESSION;
      updateSession({ user, token: noToken, isLoggedIn });
    }
    throw error;
  }
}
