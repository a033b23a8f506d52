import { type Awarded, pointsReplySchema } from '../contract/rounds.ts';
import type { User } from '../contract/user.ts';
import { jitteredBackoffMs } from '../lib/backoff.ts';
import { isApiError, isNetworkError, isPassing } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { changeEntry, type OutboxEntry, removeEntry } from './outbox-storage.ts';

/** Who is signed in while results are sent; the service worker knows nobody. */
export type Sender = { playerId: string; token: string } | null;

/** How one delivery ended. */
export type Delivery =
  /** The server has it. `awarded` is `null` when it had counted before. */
  | { state: 'counted'; awarded: Awarded | null; user: User | null; token: string | null }
  /** It waits for the network (`isUnanswered`), the server or a sign-in. */
  | { state: 'waiting'; nextAttemptAt: number; isUnanswered: boolean }
  /** The server refused it for good; it is kept and shown. */
  | { state: 'refused'; message: string };

/**
 * Sends one entry once and stores what came of it (contract, a round's own credential): removed
 * after 2xx or `round/already-counted`; put off with growing, jittered waits after no answer,
 * 408, 425, 429, `idempotency/running` and 5xx; waiting for a sign-in after 401; parked after
 * any other 4xx.
 * @param sender the signed-in player: the reply then brings the newer user and token
 * @param now epoch milliseconds
 */
export async function deliver(
  entry: OutboxEntry,
  sender: Sender,
  now: () => number = Date.now,
): Promise<Delivery> {
  if (!entry.roundSecret && sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta } = await post(entry, sender);
    await removeEntry(entry.key);
    return {
      state: 'counted',
      awarded: data.awarded ?? null,
      user: data.user ?? null,
      token: meta?.token ?? null,
    };
  } catch (error) {
    if (isApiError(error, 'round/already-counted') || isOtherVersion(error, entry)) {
      await removeEntry(entry.key);
      return { state: 'counted', awarded: null, user: null, token: null };
    }
    // A hotspot's or a proxy's own page: a server with rounds names its refusals.
    const isUnreadable =
      isApiError(error, 'reply/unreadable') ||
      (entry.roundSecret !== null && isApiError(error, 'unknown'));
    if (isPassing(error) || isUnreadable || (isApiError(error) && error.status === 401)) {
      return putOff(entry, now(), error);
    }
    if (!isApiError(error)) throw error;
    const { code, message } = error;
    await changeEntry(entry.key, { refusal: { code, message } });
    return { state: 'refused', message };
  }
}

/**
 * With the player's token first, since its reply brings the new balance; with the round's own
 * credential where that token is another player's, is no longer good, or there is none.
 */
async function post(entry: OutboxEntry, sender: Sender) {
  const request = {
    method: 'post',
    path: 'points',
    reply: pointsReplySchema,
    json: entry.submission,
    key: entry.key,
  } as const;
  const { roundSecret } = entry;
  if (sender) {
    try {
      return await call({ ...request, credential: { token: sender.token } });
    } catch (error) {
      const isOthers = isApiError(error, 'round/not-yours');
      const isSignedOut = isApiError(error) && error.status === 401;
      if (!roundSecret || !(isOthers || isSignedOut)) throw error;
    }
  }
  return call({ ...request, ...(roundSecret && { credential: { roundSecret } }) });
}

/**
 * Whether the server counted this round with another transcript under the same key: it was played
 * in two tabs, and a round counts once.
 */
function isOtherVersion(error: unknown, entry: OutboxEntry): boolean {
  return entry.roundSecret !== null && isApiError(error, 'idempotency/mismatch');
}

async function putOff(entry: OutboxEntry, now: number, error?: unknown): Promise<Delivery> {
  const askedWaitMs = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
  const waitMs = Math.max(askedWaitMs, jitteredBackoffMs(entry.attempts, Math.random()));
  const nextAttemptAt = now + waitMs;
  await changeEntry(entry.key, { attempts: entry.attempts + 1, nextAttemptAt });
  return { state: 'waiting', nextAttemptAt, isUnanswered: isNetworkError(error) };
}
