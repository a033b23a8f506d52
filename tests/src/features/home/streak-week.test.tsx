import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Streak } from '../../../../src/contract/points.ts';
import { StreakNotes, StreakWeek, weekOfStreak } from '../../../../src/features/home/front.tsx';
import { DAY_MS, lagosDate } from '../../../../src/rules/calendar.ts';
import { aUser } from '../../../support/builders.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

/** A Tuesday, 13:00 in Lagos. */
const NOW = Date.parse('2026-11-17T12:00:00Z');
const dayAgo = (days: number) => lagosDate(NOW - days * DAY_MS);

function streakState(days: number, lastDay: string | null) {
  const { week, ...rest } = weekOfStreak({ days, lastDay, roundsToday: 0 }, NOW);
  const days_ = week.map(({ at, state }) => `${lagosDate(at).slice(8)} ${state}`);
  return { ...rest, week: days_ };
}

describe('where a streak stands', () => {
  test('four days until yesterday: today makes it five', () => {
    expect(streakState(4, dayAgo(1))).toEqual({
      days: 4,
      isTodayDone: false,
      lost: null,
      week: ['13 done', '14 done', '15 done', '16 done', '17 today', '18 later', '19 later'],
    });
  });

  test('five days with today', () => {
    const { isTodayDone, week } = streakState(5, dayAgo(0));
    expect(isTodayDone).toBe(true);
    expect(week.slice(3)).toEqual(['16 done', '17 done', '18 later', '19 later']);
  });

  test('seven days with today stay in sight until tomorrow', () => {
    expect(streakState(7, dayAgo(0)).week.every((day) => day.endsWith('done'))).toBe(true);
    expect(streakState(7, dayAgo(1)).week[0]).toBe('17 today');
  });

  test('a day without a game ends it, and says which', () => {
    const { days, lost, week } = streakState(4, dayAgo(2));
    expect(days).toBe(0);
    expect(lost?.days).toBe(4);
    expect(lagosDate(lost?.missedAt ?? 0)).toBe(dayAgo(1));
    expect(week).toEqual([
      '16 missed',
      '17 today',
      '18 later',
      '19 later',
      '20 later',
      '21 later',
      '22 later',
    ]);
  });

  test('of many days without a game three are shown, and today', () => {
    expect(streakState(4, dayAgo(9)).week.slice(0, 4)).toEqual([
      '14 missed',
      '15 missed',
      '16 missed',
      '17 today',
    ]);
  });

  test('nothing is lost before the first game', () => {
    expect(streakState(0, null)).toMatchObject({ days: 0, lost: null });
  });
});

describe('the streak on the dashboard', () => {
  const show = (streak: Streak) =>
    renderScreen(
      <>
        <StreakWeek streak={streak} />
        <StreakNotes streak={streak} />
      </>,
    );
  const today = lagosDate(Date.now());

  test("says how many games earn the day's ticket", () => {
    signIn();
    show({ days: 3, lastDay: today, roundsToday: 3 });
    screen.getByRole('group', { name: 'Streak: 3 days. 7 days give a raffle ticket' });
    screen.getByText('2 more games today for a raffle ticket.');
  });

  test("yesterday's games are not today's", () => {
    signIn();
    const lastDay = lagosDate(Date.now() - DAY_MS);
    show({ days: 3, lastDay, roundsToday: 5 });
    screen.getByText('5 more games today for a raffle ticket.');
  });

  test('the ticket is had', () => {
    signIn();
    show({ days: 1, lastDay: today, roundsToday: 5 });
    screen.getByText("Today's raffle ticket is yours.");
  });

  test('glo has no raffle: the days alone', () => {
    signIn(aUser({ network: 'glo' }));
    show({ days: 3, lastDay: today, roundsToday: 3 });
    screen.getByRole('group', { name: 'Streak: 3 days.' });
    expect(screen.queryByText(/raffle ticket/)).toBeNull();
  });
});
