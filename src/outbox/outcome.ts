import type { Awarded, Place } from '../contract/rounds.ts';
import type { User } from '../contract/user.ts';
import { jitteredBackoffMs } from '../lib/backoff.ts';
import { isApiError, isNetworkError, isPassing } from '../lib/errors.ts';
import type { OutboxEntry } from './entries.ts';
import { changeEntry } from './store.ts';

/** Who is signed in while entries are sent; the service worker knows nobody. */
export type Sender = { playerId: string; token: string } | null;

export type SendOutcome =
  /** The server has the result. `awarded` is `null` when it had counted before. */
  | {
      state: 'counted';
      awarded: Awarded | null;
      user: User | null;
      /** Where it brought its player; `null` where nobody said. */
      place: Place | null;
      token: string | null;
    }
  | { state: 'sent' }
  /** It waits for the network (`isUnanswered`), the server, which may have had too much (`isLimited`), or a sign-in. */
  | {
      state: 'waiting';
      nextAttemptAt: number;
      /** Until when its server asked to wait; 0 where it did not. */
      heldUntil: number;
      isUnanswered: boolean;
      isLimited: boolean;
    }
  /** The server refused the result for good; it is kept and shown. */
  | { state: 'refused'; message: string }
  /** The server has the profile, or the report; `message` is what it said, `null` where nobody is told. */
  | { state: 'kept'; user: User | null; token: string | null; message: string | null }
  /** The server refused the change of a profile; it is kept for its player to change. */
  | { state: 'declined'; message: string }
  /** The server refused the message; it is kept for its player to change. */
  | { state: 'returned'; message: string };

/** A result that was counted without telling this page: before, in another tab, by the worker. */
export const COUNTED_ELSEWHERE = {
  state: 'counted',
  awarded: null,
  user: null,
  place: null,
  token: null,
} as const satisfies SendOutcome;

/** No server asks for a longer wait than this, in milliseconds. */
export const LONGEST_WAIT_MS = 3_600_000;

/** Puts an entry off, with growing, jittered waits no shorter than asked; `now` in milliseconds. */
export async function putOff(
  entry: OutboxEntry,
  now: number,
  error?: unknown,
): Promise<SendOutcome> {
  const asked = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
  const askedWaitMs = Math.min(asked, LONGEST_WAIT_MS);
  const waitMs = Math.max(askedWaitMs, jitteredBackoffMs(entry.attempts, Math.random()));
  const nextAttemptAt = now + waitMs;
  const heldUntil = askedWaitMs > 0 ? now + askedWaitMs : 0;
  await changeEntry(entry.key, { attempts: entry.attempts + 1, nextAttemptAt, heldUntil });
  const isLimited = isApiError(error, 'rate/limited');
  const isUnanswered = isNetworkError(error);
  return { state: 'waiting', nextAttemptAt, heldUntil, isUnanswered, isLimited };
}

/**
 * What becomes of an entry whose call failed: put off after no answer, 408, 425, 429,
 * `idempotency/running`, 5xx, a reply that cannot be read (a hotspot's page) and 401, which waits
 * for a sign-in; refused after any other 4xx. Where the server `namesRefusals`, one without a code
 * is a proxy's. Throws anything but an answer or its absence.
 */
export async function putOffOrRefused(
  entry: OutboxEntry,
  now: number,
  error: unknown,
  namesRefusals: boolean,
): Promise<SendOutcome> {
  const isUnreadable =
    isApiError(error, 'reply/unreadable') || (namesRefusals && isApiError(error, 'unknown'));
  if (isPassing(error) || isUnreadable || (isApiError(error) && error.status === 401)) {
    return putOff(entry, now, error);
  }
  if (!isApiError(error)) throw error;
  const { code, message } = error;
  await changeEntry(entry.key, { refusal: { code, message } });
  return { state: 'refused', message };
}
