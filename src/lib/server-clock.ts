import { CLOCK_KEY } from '../config/storage-keys.ts';
import { MINUTE_MS } from '../rules/calendar.ts';
import { keptText } from './kept.ts';

/**
 * The smallest difference between the two clocks that counts, in milliseconds. The network causes
 * smaller ones.
 */
export const CLOCK_SLACK_MS = MINUTE_MS;

/** A worker has no local storage: its time is that of the last reply. */
const keptAhead = keptText('localStorage', CLOCK_KEY);

/** How far the server's clock is ahead of this phone's, in milliseconds, by the last reply. */
let aheadMs = Number(keptAhead.get()) || 0;

/**
 * The phone's clock minus the page's own counter at that reply. `null` before the first reply; not a
 * number if the reply had no time.
 */
let toldAt: number | null = null;

const listeners = new Set<() => void>();

/**
 * Learns the time from a reply's `Date`, with seconds, and from its `Age` in a cache on the way, in
 * seconds. With an API that never sends its `Date`, the phone's clock counts as the server's
 * (ADR-0027).
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

/**
 * Gives the server's time for a time of this phone's clock, as far as it is known. Both are epoch
 * milliseconds.
 */
export function serverTime(at = Date.now()): number {
  return at + aheadMs;
}

/**
 * Whether a reply to this page gave the time and the phone's clock has not been changed since. Until
 * then nothing may be dropped because of its age.
 */
export function isTimeSure(): boolean {
  return toldAt !== null && !(Math.abs(drift() - toldAt) > CLOCK_SLACK_MS);
}

/** Calls back whenever a reply makes the time sure or corrects it. Gives the way to stop. */
export function onTimeLearned(callBack: () => void): () => void {
  listeners.add(callBack);
  return () => listeners.delete(callBack);
}

const drift = () => Date.now() - performance.now();
