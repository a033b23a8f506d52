import { DAY_MS } from './calendar.ts';
import { RAFFLE_STREAK_DAYS } from './prizes.ts';

/** Days in a row with a counted round; days of Lagos as `2026-11-17` (game.md#play-streak). */
export type DaysInARow = {
  firstDay: string;
  lastDay: string;
  /** How many times seven of them have counted as full. */
  bonuses: number;
};

/** The day this many days later, or earlier if negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days in a row. */
export function lengthOf({ firstDay, lastDay }: Pick<DaysInARow, 'firstDay' | 'lastDay'>): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;
}

/**
 * Joins a day without a counted round so far to the days in a row that end on the day `before` and
 * begin on the day `after`. A bonus is due when the new length completes seven more: never two for
 * the same days, in whichever order rounds arrive (game.md#play-streak).
 */
export function joinDay(
  day: string,
  { before, after }: { before: DaysInARow | null; after: DaysInARow | null },
): { joined: DaysInARow; isBonusDue: boolean } {
  const had = (before?.bonuses ?? 0) + (after?.bonuses ?? 0);
  const days = { firstDay: before?.firstDay ?? day, lastDay: after?.lastDay ?? day };
  const isBonusDue = Math.floor(lengthOf(days) / RAFFLE_STREAK_DAYS) > had;
  return { joined: { ...days, bonuses: had + (isBonusDue ? 1 : 0) }, isBonusDue };
}
