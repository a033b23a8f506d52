import type { Streak } from '../../../contract/rounds.ts';
import { DAY_MS, lagosDate } from '../../../rules/calendar.ts';
import { RAFFLE_STREAK_DAYS } from '../../../rules/prizes.ts';

/** A day of the week of a streak; `at` is an instant in it, in epoch milliseconds. */
export type StreakDay = { at: number; state: 'done' | 'today' | 'later'; isGift: boolean };

export type StreakStanding = {
  /** Days in a row that still count. */
  days: number;
  isTodayDone: boolean;
  /** The seven days that the running ones belong to; a ticket waits on the last one. */
  week: StreakDay[];
  /** Days in a row that ended, and the first day without a game, an instant in it. */
  lost: { days: number; missedAt: number } | null;
};

/** Where a streak stands now, in epoch milliseconds (game.md#play-streak). */
export function weekOfStreak({ days, lastDay }: Streak, now: number): StreakStanding {
  const isTodayDone = lastDay === lagosDate(now);
  const isAlive = isTodayDone || lastDay === lagosDate(now - DAY_MS);
  const running = isAlive ? days : 0;
  const rest = running % RAFFLE_STREAK_DAYS;
  // The seventh day stays in sight until the next one begins another week.
  const done = rest === 0 && isTodayDone && running > 0 ? RAFFLE_STREAK_DAYS : rest;
  const first = now - (isTodayDone ? done - 1 : done) * DAY_MS;
  const week = Array.from({ length: RAFFLE_STREAK_DAYS }, (_, index): StreakDay => {
    const state = index < done ? 'done' : index === done && !isTodayDone ? 'today' : 'later';
    return { at: first + index * DAY_MS, state, isGift: index === RAFFLE_STREAK_DAYS - 1 };
  });
  const wasLost = !isAlive && lastDay !== null && days > 1;
  const lost = wasLost ? { days, missedAt: Date.parse(`${lastDay}T12:00:00Z`) + DAY_MS } : null;
  return { days: running, isTodayDone, week, lost };
}
