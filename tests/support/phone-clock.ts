import { onTestFinished, vi } from 'vitest';
import { learnTime } from '../../src/lib/server-clock.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { NOON } from './builders.ts';

/** Puts this phone's clock so many days before the server's, where it is noon; below zero behind it. */
export function phoneAhead(days: number, now = NOON): void {
  vi.useFakeTimers({ toFake: ['Date'], now: now + days * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
}

/** A reply comes, and tells the server's time. */
export function replyAt(now = NOON): void {
  learnTime(new Date(now).toUTCString());
}

/** How a phone's clock is put elsewhere: the days that it is ahead before, and then. */
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
