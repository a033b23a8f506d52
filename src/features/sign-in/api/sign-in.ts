import * as v from 'valibot';
import { env } from '../../../config/env.ts';
import { postChallenge } from '../../../contract/endpoints/sessions.ts';
import { getUser, postUser } from '../../../contract/endpoints/users.ts';
import { type Challenge, type NewUser, noMetaSchema, type User } from '../../../contract/user.ts';
import { type AnalyticsEvent, track } from '../../../lib/analytics.ts';
import { type ApiError, isApiError } from '../../../lib/errors.ts';
import { call } from '../../../lib/http.ts';
import { keyKeeper } from '../../../lib/key-keeper.ts';
import { keepPlayer } from '../../../session/session.ts';
import { subscribeNumber } from '../../../session/subscribe.ts';
import { verifySubscription } from '../../../session/verify-subscription.ts';
import { readArrival } from '../arrival.ts';
import { forgetBegun } from '../begun-sign-up.ts';

/** Somebody the server knows, and the token to play as them. */
export type SignedIn = { user: User; token: string };

/** What a look-up finds: a player, a number that nobody plays with, or a code that is due first. */
export type Found =
  | { is: 'player'; signedIn: SignedIn }
  | { is: 'unknown'; proof: string | null }
  | { is: 'challenged'; challenge: Challenge };

/** What shows whose number it is, where the sign-in policy asks for it (decision 31). */
type Proof = string | null;

/**
 * Looks a number up (accounts §4).
 * @param link the signed number of the operator's link; its key makes a repeat after a dropped reply
 *   the same call, since a proof is used once (contract)
 * @throws ApiError, NetworkError
 */
export async function lookUp(
  phone: string,
  link: { proof: Proof; key: string } | null = null,
): Promise<Found> {
  try {
    const { data, meta } = await call(getUser, {
      params: { phone },
      ...(link?.proof && { query: { proof: link.proof }, key: link.key }),
    });
    return { is: 'player', signedIn: { user: data, token: meta?.token ?? '' } };
  } catch (error) {
    // A false status is the not-found path (accounts §7); what cannot be read is not.
    return found(error, (no) => no.status === 200 || no.status === 404);
  }
}

/**
 * Answers a challenge with the six digits that were sent.
 * @throws ApiError when they are wrong, NetworkError
 */
export async function answerChallenge(id: string, code: string): Promise<Found> {
  try {
    const { data, meta } = await call(postChallenge, {
      params: { id },
      body: { code },
      key: keyOfAnswer({ id, code }),
    });
    return { is: 'player', signedIn: { user: data, token: meta?.token ?? '' } };
  } catch (error) {
    return found(error, (no) => no.code === 'user/unknown');
  }
}

/** The same answer keeps its key: sent again after a dropped reply, it is one try of the five. */
const keyOfAnswer = keyKeeper();

/**
 * Creates a player. The key makes a repeat after a dropped reply the same creation; its token is
 * then fetched by a look-up, since kept replies hold none (contract).
 * @throws ApiError, NetworkError
 */
export async function signUp(newUser: NewUser, key: string): Promise<Found> {
  try {
    const { data, meta } = await call(postUser, {
      // Which campaign brings players is our addition.
      body: { ...newUser, ...(env.hasAdditions && knownArrival()) },
      key,
    });
    if (meta?.token) return { is: 'player', signedIn: { user: data, token: meta.token } };
    const again = await lookUp(newUser.phone, { proof: newUser.proof ?? null, key });
    if (again.is !== 'unknown') return again;
    return { is: 'player', signedIn: { user: data, token: '' } };
  } catch (error) {
    return found(error, () => false);
  }
}

/**
 * Verifies the subscription of somebody who was found or created, and signs them in. Whatever the
 * operator says, they go on: the level picker says what is missing.
 * @param event what is counted, if anything
 * @param isCurrent whether it is still wanted: who has left the door meanwhile is not signed in
 * @returns whether they are signed in: without a token of the server they are not
 */
export async function enter(
  signedIn: SignedIn,
  event: AnalyticsEvent | null,
  isCurrent: () => boolean,
): Promise<boolean> {
  const { user, token } = await withSubscription(signedIn);
  if (token === '' || !isCurrent()) return false;
  keepPlayer(user, token);
  forgetBegun();
  if (event) track(event);
  return true;
}

async function withSubscription(signedIn: SignedIn): Promise<SignedIn> {
  const { user, token } = signedIn;
  if (!user.phone || !token) return signedIn;
  try {
    const verified = await verifySubscription(user.phone, token);
    return { user: verified.user, token: verified.token || token };
  } catch {
    return signedIn;
  }
}

/**
 * Buys the weekly plan for a number at the door, known or not (accounts §4). One that is
 * subscribed already counts as bought.
 * @throws ApiError with the operator's 'no', NetworkError without an answer
 */
export async function subscribeAtDoor(
  phone: string,
  { token, proof, key }: { token: string | null; proof: Proof; key: string },
): Promise<void> {
  try {
    await subscribeNumber({ phone, plan: 'weekly', token, proof, key });
  } catch (error) {
    if (!isApiError(error, 'subscription/active')) throw error;
  }
}

/** What a 'no' says about the number; thrown again if it says nothing. */
function found(error: unknown, isUnknown: (no: ApiError) => boolean): Found {
  if (!isApiError(error) || error.code === 'reply/unreadable') throw error;
  const meta = v.safeParse(noMetaSchema, error.meta ?? {});
  const { challenge, proof } = meta.success ? meta.output : {};
  if (error.code === 'user/challenge' && challenge) return { is: 'challenged', challenge };
  const isOwed = error.code === 'user/challenge' || error.code === 'user/proof-needed';
  if (!isOwed && isUnknown(error)) return { is: 'unknown', proof: proof ?? null };
  throw error;
}

function knownArrival(): Partial<NewUser> {
  const { social, source } = readArrival();
  return { ...(social !== null && { social }), ...(source !== null && { source }) };
}
