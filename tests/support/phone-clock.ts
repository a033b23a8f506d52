import { onTestFinished, vi } from 'vitest';
import { learnTime } from '../../src/lib/server-clock.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { NOON } from './builders.ts';

/**
 * Sets this phone's clock this many days ahead of the server's, where it is noon; negative sets it
 * behind.
 */
export function phoneAhead(days: number, now = NOON): void {
  vi.useFakeTimers({ toFake: ['Date'], now: now + days * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
}

/** A reply arrives with the server's time. */
export function replyAt(now = NOON): void {
  learnTime(new Date(now).toUTCString());
}

/** Ways to change a phone's clock: the days that it is ahead before, and after. */
export const CLOCKS_PUT = [
  [-3, 0],
  [0, -3],
  [2, 0],
  [0, 2],
  [-9, 0],
  [9, 0],
  [0, 9],
  [-4000, 0],
  [0, -4000],
] as const;
