import { DAY_MS } from './calendar.ts';
import { RAFFLE_STREAK_DAYS } from './prizes.ts';

/**
 * Days in a row with a counted round. Its days are days in Lagos, such as `2026-11-17`
 * (game.md#play-streak).
 */
export type DaysInARow = {
  firstDay: string;
  lastDay: string;
  /** How many bonuses these days have given, one for each seven days. */
  bonuses: number;
};

/** The day that is `days` days after `day`, or before it if the number is negative. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The number of days in a row. */
export function lengthOf({ firstDay, lastDay }: Pick<DaysInARow, 'firstDay' | 'lastDay'>): number {
  return (Date.parse(lastDay) - Date.parse(firstDay)) / DAY_MS + 1;
}

/**
 * Joins a day, which had no counted round so far, to the days in a row that end on the day before
 * it and that begin on the day after it. A bonus is due when the new length completes seven more
 * days. The same days never give two bonuses, in whichever order rounds arrive
 * (game.md#play-streak).
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
