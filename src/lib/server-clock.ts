import { CLOCK_KEY } from '../config/storage-keys.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import { keptText } from './kept.ts';

/** A smaller difference comes from the line and does not count, in milliseconds. */
export const CLOCK_SLACK_MS = MINUTE_MS;

/** A worker keeps nothing: its time is that of the last reply. */
const keptAhead = keptText('localStorage', CLOCK_KEY);

/** The lead of the server's clock over this phone's, in milliseconds, by the last reply. */
let aheadMs = Number(keptAhead.get()) || 0;

/** The phone's clock against the page's own counter at that reply; `null` before the first reply. */
let toldAt: number | null = null;

const listeners = new Set<() => void>();

/**
 * Takes note of a reply's `Date`, with seconds, and of its `Age` in a cache on the way, in seconds. An
 * API that never sends its `Date` leaves only the phone's clock (ADR-0027).
 */
export function learnTime(date: string | null, age: string | null = null): void {
  const offMs = Date.parse(date ?? '') + (Number(age) || 0) * 1000 - Date.now();
  const isTold = !Number.isNaN(offMs);
  if (!isTold && toldAt !== null && !Number.isNaN(toldAt)) return;
  const newMs = Math.abs(offMs) > CLOCK_SLACK_MS ? offMs : 0;
  const isPutRight = Math.abs(newMs - aheadMs) > CLOCK_SLACK_MS;
  const isNews = isPutRight || !isTimeSure();
  if (isPutRight) keptAhead.set(newMs === 0 ? null : String(newMs));
  aheadMs = newMs;
  toldAt = isTold ? drift() : Number.NaN;
  if (isNews) for (const callBack of listeners) callBack();
}

/** The server's time in epoch milliseconds, as far as is known, at a time of this phone's clock. */
export function serverTime(at = Date.now()): number {
  return at + aheadMs;
}

/**
 * Whether a reply to this page gave the time, and the phone's clock was not changed since. Until then
 * nothing is given up for its age.
 */
export function isTimeSure(): boolean {
  return toldAt !== null && !(Math.abs(drift() - toldAt) > CLOCK_SLACK_MS);
}

/** Calls back whenever a reply makes the time sure or puts it right. Gives the way to stop. */
export function onTimeLearned(callBack: () => void): () => void {
  listeners.add(callBack);
  return () => listeners.delete(callBack);
}

const drift = () => Date.now() - performance.now();
