import * as v from 'valibot';
import { env } from '../../config/env.ts';
import { postChallenge } from '../../contract/endpoints/sessions.ts';
import { getUser, postUser } from '../../contract/endpoints/users.ts';
import { type Challenge, type NewUser, noMetaSchema, type User } from '../../contract/user.ts';
import { type ApiError, isApiError } from '../../lib/errors.ts';
import { call, keyKeeper, readReply } from '../../lib/http.ts';
import { store } from '../../session/session.ts';
import { readArrival } from './arrival.ts';
import { detectedPhoneAtom } from './phone.ts';

declare global {
  interface Window {
    /**
     * The number of a link, and the answer to its look-up. A script in the document's head has asked for
     * it.
     */
    lookedUp?: { phone: string; answer: Promise<Response> };
  }
}

/**
 * Takes the answer of the look-up that began before any script was loaded. Gives `null` for another number,
 * a second call or an unusable answer; the app then asks again.
 */
async function takeEarlyAnswer(phone: string): Promise<unknown> {
  const { lookedUp } = window;
  if (lookedUp?.phone !== phone) return null;
  delete window.lookedUp;
  try {
    const answer = await lookedUp.answer;
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A player that the server knows, and the token to play as that player. */
export type KnownPlayer = { user: User; token: string };

/** The page whose form was filled in, if no link led in. */
type Page = 'landing' | 'onboarding';

/** An account that is to be created. */
type NewPlayer = Pick<NewUser, 'name' | 'email' | 'phone' | 'platform' | 'proof'>;

/** The server's answer for a number: it is a player's, it is nobody's, or a code is due first. */
export type NumberAnswer =
  | { is: 'player'; player: KnownPlayer }
  | { is: 'unknown'; proof: string | null }
  | { is: 'challenged'; challenge: Challenge };

/** The proof that the number is the caller's own, if the policy asks for it (sign-in.md#sign-in-policies). */
type Proof = string | null;

/**
 * Looks a number up (sign-in.md#get-started). A link's proof can be used once (ADR-0008), so a repeat after
 * a dropped reply has the same key and is the same call. Throws ApiError, NetworkError.
 */
export async function lookUp(
  phone: string,
  link: { proof: Proof; key: string } | null,
  page: Page,
): Promise<NumberAnswer> {
  try {
    const early = link && !link.proof ? await takeEarlyAnswer(phone) : null;
    const { data, meta } = early
      ? readReply(getUser, early)
      : await call(getUser, {
          params: { phone },
          query: { ...(link?.proof && { proof: link.proof }), ...cameBy(phone, page) },
          ...(link?.proof && { key: link.key }),
        });
    return { is: 'player', player: { user: data, token: meta?.token ?? '' } };
  } catch (error) {
    // A false status means that there is no account (api.md#envelope). An unreadable reply does not.
    return answerOf(error, (no) => no.status === 200 || no.status === 404);
  }
}

/** Answers with the code that was sent to a number. Throws ApiError if the code is wrong, or NetworkError. */
export async function answerChallenge(
  { id, phone }: { id: string; phone: string },
  code: string,
  page: Page,
): Promise<NumberAnswer> {
  try {
    const { data, meta } = await call(postChallenge, {
      params: { id },
      body: { code, ...cameBy(phone, page) },
      key: keyOfAnswer({ id, code }),
    });
    return { is: 'player', player: { user: data, token: meta?.token ?? '' } };
  } catch (error) {
    return answerOf(error, (no) => no.code === 'user/unknown');
  }
}

/**
 * The same answer has the same key. If it is sent again after a dropped reply, it counts as one try of the
 * five.
 */
const keyOfAnswer = keyKeeper();

/**
 * Creates a player. A repeat after a dropped reply has the same key and creates the same player. The token
 * may come by a look-up, because kept replies hold no token (api.md#idempotency). Throws ApiError,
 * NetworkError.
 */
export async function signUp(newUser: NewPlayer, key: string, page: Page): Promise<NumberAnswer> {
  try {
    const { data, meta } = await call(postUser, {
      body: { ...newUser, ...cameBy(newUser.phone, page) },
      key,
    });
    if (meta?.token) return { is: 'player', player: { user: data, token: meta.token } };
    const again = await lookUp(newUser.phone, { proof: newUser.proof ?? null, key }, page);
    if (again.is !== 'unknown') return again;
    return { is: 'player', player: { user: data, token: '' } };
  } catch (error) {
    return answerOf(error, () => false);
  }
}

/** Reads a 'no' as an answer for the number. Throws it again if it says nothing about the number. */
function answerOf(error: unknown, isUnknown: (no: ApiError) => boolean): NumberAnswer {
  if (!isApiError(error) || error.code === 'reply/unreadable') throw error;
  const meta = v.safeParse(noMetaSchema, error.meta ?? {});
  const { challenge, proof } = meta.success ? meta.output : {};
  if (error.code === 'user/challenge' && challenge) return { is: 'challenged', challenge };
  const isOwed = error.code === 'user/challenge' || error.code === 'user/proof-needed';
  if (!isOwed && isUnknown(error)) return { is: 'unknown', proof: proof ?? null };
  throw error;
}

/**
 * Where the player came from, which the server counts (links.md#sign-ins-by-source). It is one of our
 * additions.
 */
function cameBy(phone: string, page: Page): Record<string, string> {
  if (!env.hasAdditions) return {};
  const isOfNetwork = store.get(detectedPhoneAtom) === phone;
  const { entry, ...link } = readArrival();
  const known = { entry: entry ?? (isOfNetwork ? 'network' : page), ...link };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, said]) => (said === null ? [] : [[name, said]])),
  );
}
