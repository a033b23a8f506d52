import type * as v from 'valibot';
import { isApiError } from '../lib/errors.ts';
import { type Call, call } from '../lib/http.ts';
import { currentSession, DEFAULT_SESSION, updateSession } from './session.ts';

/**
 * A call with the player's token (accounts §7). A 401 means that the token is no longer good:
 * the player is signed out, and the guards lead to the landing page.
 */
export async function playerCall<Schema extends v.GenericSchema<unknown, { status: boolean }>>(
  options: Omit<Call<Schema>, 'credential'>,
) {
  const { token } = currentSession();
  try {
    return await call({ ...options, ...(token && { credential: { token } }) });
  } catch (error) {
    // A tab that signed in again meanwhile has a newer token: leave that one alone.
    if (isApiError(error) && error.status === 401 && currentSession().token === token) {
      const { user, token: noToken, isLoggedIn } = DEFAULT_SESSION;
      updateSession({ user, token: noToken, isLoggedIn });
    }
    throw error;
  }
}
