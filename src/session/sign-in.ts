import { type NewUser, type User, userReplySchema } from '../contract/user.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { verifySubscription } from './verify-subscription.ts';

/** Somebody the server knows, and the token to play as them. */
export type SignedIn = { user: User; token: string };

/**
 * Looks a number up (accounts §4).
 * @returns `null` when nobody plays with it yet
 * @throws ApiError, NetworkError
 */
export async function lookUp(phone: string): Promise<SignedIn | null> {
  try {
    const { data, meta } = await call({
      method: 'get',
      path: `user/${encodeURIComponent(phone)}`,
      reply: userReplySchema,
    });
    return { user: data, token: meta?.token ?? '' };
  } catch (error) {
    // A false status is the not-found path (accounts §7); what cannot be read is not.
    const isNo = isApiError(error) && (error.status === 200 || error.status === 404);
    if (isNo && error.code !== 'reply/unreadable') return null;
    throw error;
  }
}

/**
 * Creates a player. The key makes a repeat after a dropped reply the same creation; its token is
 * then fetched by a look-up, since kept replies hold none (contract).
 * @throws ApiError, NetworkError
 */
export async function signUp(newUser: NewUser, key: string): Promise<SignedIn> {
  const { data, meta } = await call({
    method: 'post',
    path: 'user/',
    reply: userReplySchema,
    json: newUser,
    key,
  });
  if (meta?.token) return { user: data, token: meta.token };
  return (await lookUp(newUser.phone)) ?? { user: data, token: '' };
}

/**
 * Verifies the subscription of somebody who just signed in. Whatever comes of it, they go on:
 * the level picker says what is missing.
 */
export async function withSubscription(signedIn: SignedIn): Promise<SignedIn> {
  const { user, token } = signedIn;
  if (!user.phone || !token) return signedIn;
  try {
    const verified = await verifySubscription(user.phone, token);
    return { user: verified.user, token: verified.token || token };
  } catch {
    return signedIn;
  }
}
