import { dayOf, lagosDate } from '../../src/rules/calendar.ts';
import type { LaneCounts, Lanes } from '../database/tables.ts';

/**
 * Who asks for a number's codes and tries them: networks that it has signed in from, or all others.
 * Each lane has codes and tries of its own, so that a stranger uses up none of what the owner needs
 * where they are known (ADR-0033).
 */
export type Lane = keyof Lanes;

export const TRIES_PER_CODE = 5;
/** Of one number, from networks that it has not signed in from: two codes' tries. */
const NEW_WRONG_PER_DAY = 10;
/** From those that it has: what a household mistypes on its worst day. */
const KNOWN_WRONG_PER_DAY = 30;
export const RESEND_AFTER_MS = 60_000;
const TEXTS_PER_DAY = 10;
const HOUR_MS = 3_600_000;

const NOTHING: LaneCounts = { tries: 0, day: '', texts: 0, wrong: 0, textAt: 0 };
export const NO_LANES: Lanes = { known: NOTHING, new: NOTHING };

/** A lane's counts as they stand today: those of another day are over. */
export function countsOf(lanes: Lanes, lane: Lane, now: number): LaneCounts {
  const counts = lanes[lane];
  const day = lagosDate(now);
  return counts.day === day ? counts : { ...counts, day, texts: 0, wrong: 0 };
}

/** Whether a lane has tried as many wrong codes of a number as a day has. */
export function isSpent({ wrong }: LaneCounts, lane: Lane): boolean {
  return wrong >= (lane === 'known' ? KNOWN_WRONG_PER_DAY : NEW_WRONG_PER_DAY);
}

/**
 * Milliseconds until a lane can have another text: a minute after the number's last, and an hour after
 * the lane's own beyond the tenth of a Lagos day.
 */
export function untilText({ texts, textAt }: LaneCounts, sentAt: number, now: number): number {
  const minute = sentAt + RESEND_AFTER_MS;
  const hour = texts < TEXTS_PER_DAY ? 0 : Math.min(textAt + HOUR_MS, dayOf(now).endsAt);
  return Math.max(0, minute - now, hour - now);
}
