import type { Streak } from '../../../contract/rounds.ts';
import { DAY_MS, lagosDate } from '../../../rules/calendar.ts';
import { RAFFLE_STREAK_DAYS } from '../../../rules/prizes.ts';

/** A day of the week of a streak; `at` is an instant in it, in epoch milliseconds. */
export type StreakDay = {
  at: number;
  state: 'done' | 'missed' | 'today' | 'later';
  isGift: boolean;
};

export type StreakStanding = {
  /** Days in a row that still count. */
  days: number;
  isTodayDone: boolean;
  /** The seven days that the running ones belong to; the seventh in a row is worth a ticket. */
  week: StreakDay[];
  /** Days in a row that ended, and the first day without a game, an instant in it. */
  lost: { days: number; missedAt: number } | null;
};

/** So many days without a game are shown at most, so that today stays in sight. */
const MISSED_SHOWN = 3;

/** Where a streak stands now, in epoch milliseconds (game.md#play-streak). */
export function weekOfStreak({ days, lastDay }: Streak, now: number): StreakStanding {
  const isTodayDone = lastDay === lagosDate(now);
  const isAlive = isTodayDone || lastDay === lagosDate(now - DAY_MS);
  const running = isAlive ? days : 0;
  const rest = running % RAFFLE_STREAK_DAYS;
  // The seventh day stays in sight until the next one begins another week.
  const done = rest === 0 && isTodayDone && running > 0 ? RAFFLE_STREAK_DAYS : rest;
  const wasLost = !isAlive && lastDay !== null && days > 1;
  const lost = wasLost ? { days, missedAt: Date.parse(`${lastDay}T12:00:00Z`) + DAY_MS } : null;
  const gap = lost ? Math.ceil((now - lost.missedAt) / DAY_MS) : 0;
  const missed = Math.min(gap, MISSED_SHOWN);
  const before = missed + (isTodayDone ? done - 1 : done);
  const week = Array.from({ length: RAFFLE_STREAK_DAYS }, (_, index): StreakDay => {
    const played = index - missed;
    const state =
      played < 0
        ? 'missed'
        : played < done
          ? 'done'
          : played === done && !isTodayDone
            ? 'today'
            : 'later';
    const at = now + (index - before) * DAY_MS;
    return { at, state, isGift: played === RAFFLE_STREAK_DAYS - 1 };
  });
  return { days: running, isTodayDone, week, lost };
}
