import { OUTBOX_LOCK } from '../config/storage-keys.ts';
import { postContact } from '../contract/contact.ts';
import { type Awarded, type Place, postPoints } from '../contract/points.ts';
import { putUser } from '../contract/profile.ts';
import { postQuestionReport } from '../contract/question-reports.ts';
import type { User } from '../contract/user.ts';
import { jitteredBackoffMs } from '../lib/backoff.ts';
import { isApiError, isNetworkError, isPassing } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { withLockIfFree } from '../lib/with-lock.ts';
import { HOUR_MS } from '../rules/calendar.ts';
import {
  isMessage,
  isProfile,
  isReport,
  isResult,
  isThemeAlone,
  type MessageEntry,
  type OutboxEntry,
  type ProfileEntry,
  type ReportEntry,
  type ResultEntry,
} from './entries.ts';
import { changeEntry, readEntries, readEntry, removeEntry } from './store.ts';

/** The player who is signed in while entries are sent; `null` in the service worker, which has no session. */
export type Sender = { playerId: string; token: string } | null;

export type SendOutcome =
  /** The server has counted the result. `awarded` is `null` if it had counted the result before. */
  | {
      state: 'counted';
      awarded: Awarded | null;
      user: User | null;
      /** The player's place after this result; `null` if the server sent none. */
      place: Place | null;
      token: string | null;
    }
  | { state: 'sent' }
  /**
   * The entry waits: for the network (`isUnanswered`), for the server, which may limit calls (`isLimited`),
   * or for a sign-in.
   */
  | {
      state: 'waiting';
      nextAttemptAt: number;
      /** The time until which the server asked to wait, in epoch milliseconds; 0 if it did not ask. */
      heldUntil: number;
      isUnanswered: boolean;
      isLimited: boolean;
    }
  /** The server has refused the entry for good. The entry stays, to be shown. */
  | { state: 'refused'; message: string }
  /**
   * The server has the profile change or the report. `message` is its answer; `null` if the player is shown
   * none.
   */
  | { state: 'kept'; user: User | null; token: string | null; message: string | null }
  /** The server has refused the profile change. The entry stays, so that its player can correct it. */
  | { state: 'declined'; message: string }
  /** The server has refused the message. The entry stays, so that its player can correct it. */
  | { state: 'returned'; message: string };

/**
 * Sends waiting entries: results first, messages last, and the oldest first within a kind. Only one tab or
 * worker sends at a time. `force` also sends entries that are not due yet, except those that a server asked
 * to delay. Gives the outcomes by the entries' keys; an empty map if another tab is sending.
 */
export async function sendWaiting(
  sender: Sender,
  { force = false, now = Date.now }: { force?: boolean; now?: () => number } = {},
): Promise<Map<string, SendOutcome>> {
  const sent = await withLockIfFree(OUTBOX_LOCK, async () => {
    const outcomes = new Map<string, SendOutcome>();
    let asked: Pick<OutboxEntry, 'nextAttemptAt' | 'heldUntil'> | null = null;
    const entries = await readEntries();
    // Results come first, because the API of messages may be down while that of points works.
    const inOrder = [isResult, isProfile, isReport, isMessage].flatMap((is) => entries.filter(is));
    for (const { key } of inOrder) {
      // The entry is read again, because it may have been sent or changed since the list was read.
      const entry = await readEntry(key);
      if (!entry || entry.refusal || !isDue(entry, force, now())) continue;
      if (asked !== null) {
        await changeEntry(key, asked);
        continue;
      }
      const outcome = await sendEntry(entry, sender, now);
      outcomes.set(key, outcome);
      if (outcome.state !== 'waiting') continue;
      // The phone is offline. The other entries would fail too, and a phone on 2G pays for each try.
      if (outcome.isUnanswered) break;
      // A limit on results is the limit on all that this phone sends, so the other entries wait as well.
      if (outcome.isLimited && isResult(entry)) {
        const { heldUntil, nextAttemptAt } = outcome;
        asked = { nextAttemptAt: heldUntil || nextAttemptAt, heldUntil };
      }
    }
    return outcomes;
  });
  return sent ?? new Map();
}

/** Whether an entry's wait is over. A wait above the maximum means that the clock was put back since. */
function isDue(entry: OutboxEntry, force: boolean, now: number): boolean {
  const dueAt = force ? (entry.heldUntil ?? 0) : entry.nextAttemptAt;
  return dueAt <= now || dueAt > now + LONGEST_WAIT_MS;
}

/** Makes a single try to send an entry (`now` in ms). The reply to a result can bring a newer token. */
export function sendEntry(
  entry: OutboxEntry,
  sender: Sender,
  now: () => number = Date.now,
): Promise<SendOutcome> {
  if (isMessage(entry)) return sendMessage(entry, sender, now);
  if (isProfile(entry)) return sendProfile(entry, sender, now);
  if (isReport(entry)) return sendReport(entry, sender, now);
  return sendResult(entry, sender, now);
}

/** Sends a result. It is removed after 2xx or `round/already-counted`, otherwise put off or refused. */
async function sendResult(
  entry: ResultEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (!entry.roundSecret && sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta } = await post(entry, sender);
    await removeEntry(entry.key);
    const { awarded = null, user = null, place = null } = data;
    return { state: 'counted', awarded, user, place, token: meta?.token ?? null };
  } catch (error) {
    if (isApiError(error, 'round/already-counted') || isOtherVersion(error, entry)) {
      await removeEntry(entry.key);
      return COUNTED_ELSEWHERE;
    }
    // A server with rounds sends a code with each refusal.
    return putOffOrRefused(entry, now(), error, entry.roundSecret !== null);
  }
}

/**
 * Sends a result with the player's token first, because that reply has the new balance. If the token is
 * another player's, invalid or missing, the round's own credential is used (api.md#rounds-own-credential).
 */
async function post(entry: ResultEntry, sender: Sender) {
  const { roundSecret, submission, key } = entry;
  const request = { body: submission, key };
  if (sender) {
    try {
      return await call(postPoints, { ...request, credential: { token: sender.token } });
    } catch (error) {
      const isOthers = isApiError(error, 'round/not-yours');
      const isSignedOut = isApiError(error) && error.status === 401;
      if (!roundSecret || !(isOthers || isSignedOut)) throw error;
    }
  }
  return call(postPoints, { ...request, ...(roundSecret && { credential: { roundSecret } }) });
}

/** Whether the round was played in two tabs, and the other tab's transcript has been counted. */
function isOtherVersion(error: unknown, entry: ResultEntry): boolean {
  return entry.roundSecret !== null && isApiError(error, 'idempotency/mismatch');
}

/**
 * Sends the report of a question, only with its player's token. It is removed after 2xx or a final refusal,
 * and otherwise put off, also while the server does not have the round's result yet (`round/open`).
 */
async function sendReport(
  entry: ReportEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (sender?.playerId !== entry.ownerId) return putOff(entry, now());
  const { key, questionId: id, report } = entry;
  let message: string | null = null;
  try {
    const credential = { token: sender.token };
    ({ message = null } = await call(postQuestionReport, {
      params: { id },
      body: report,
      key,
      credential,
    }));
  } catch (error) {
    if (isApiError(error, 'round/open')) return putOff(entry, now(), error);
    const outcome = await putOffOrRefused(entry, now(), error, false);
    if (outcome.state !== 'refused') return outcome;
  }
  await removeEntry(key);
  return { state: 'kept', user: null, token: null, message };
}

/**
 * Sends a message. It is removed after 2xx, otherwise put off or returned to its player. A message names its
 * writer, so it is sent without a token if the player is signed out; after a 401 it waits for their sign-in.
 */
async function sendMessage(
  entry: MessageEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  const isOwn = sender?.playerId === entry.ownerId;
  if (entry.needsOwner && !isOwn) return putOff(entry, now());
  try {
    await call(postContact, {
      body: entry.message,
      key: entry.key,
      ...(isOwn && { credential: { token: sender.token } }),
    });
    await removeEntry(entry.key);
    return { state: 'sent' };
  } catch (error) {
    if (!isOwn && isApiError(error) && error.status === 401) {
      await changeEntry(entry.key, { needsOwner: true });
    }
    const outcome = await putOffOrRefused(entry, now(), error, false);
    return outcome.state === 'refused' ? { ...outcome, state: 'returned' } : outcome;
  }
}

/**
 * Sends a change of a profile, only with its player's token. It is removed after 2xx, otherwise put off or
 * returned to its player. A refused theme is removed, because this phone uses the theme anyway.
 */
async function sendProfile(
  entry: ProfileEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta, message } = await call(putUser, {
      body: entry.change,
      key: entry.key,
      credential: { token: sender.token },
    });
    await removeEntry(entry.key);
    const said = isThemeAlone(entry) ? null : (message ?? null);
    return { state: 'kept', user: data, token: meta?.token ?? null, message: said };
  } catch (error) {
    const outcome = await putOffOrRefused(entry, now(), error, false);
    if (outcome.state !== 'refused') return outcome;
    if (!isThemeAlone(entry)) return { ...outcome, state: 'declined' };
    await removeEntry(entry.key);
    return { state: 'kept', user: null, token: null, message: null };
  }
}

/** The outcome of a result that was counted before, from another tab or from the worker. */
export const COUNTED_ELSEWHERE = {
  state: 'counted',
  awarded: null,
  user: null,
  place: null,
  token: null,
} as const satisfies SendOutcome;

/** The longest wait that a server can ask for, in milliseconds. */
const LONGEST_WAIT_MS = HOUR_MS;

/** Puts an entry off. Waits grow, have jitter, and are never shorter than the server asked; `now` in ms. */
async function putOff(entry: OutboxEntry, now: number, error?: unknown): Promise<SendOutcome> {
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
 * Decides on an entry whose call failed. It is put off after no answer, 408, 425, 429,
 * `idempotency/running`, 5xx, a reply that cannot be read (a hotspot's page) and 401, which waits for a
 * sign-in; it is refused after any other 4xx. If the server `namesRefusals`, a 4xx without a code comes from
 * a proxy, and the entry is put off. Rethrows errors that are neither an answer nor the lack of one.
 */
async function putOffOrRefused(
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

/** The worker's message to its pages that results were sent, so that coins and boards have changed. */
export const RESULTS_SENT = { type: 'results-sent' } as const;

/** Whether a message says that results were sent. */
export function isResultsSent(data: unknown): boolean {
  return (data as typeof RESULTS_SENT | null)?.type === RESULTS_SENT.type;
}
