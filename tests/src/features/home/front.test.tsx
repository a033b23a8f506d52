import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Streak } from '../../../../src/contract/points.ts';
import type { User } from '../../../../src/contract/user.ts';
import { StreakNotes, StreakWeek, weekOfStreak } from '../../../../src/features/home/front.tsx';
import { resultsAtom } from '../../../../src/outbox/schedule.ts';
import { saveRound } from '../../../../src/round/store.ts';
import { DAY_MS, lagosDate } from '../../../../src/rules/calendar.ts';
import { store } from '../../../../src/session/session.ts';
import { anEntry, aRound, aUser, premierLeague } from '../../../support/builders.ts';
import {
  figure,
  openDashboard as open,
  serveDashboard as serve,
  VERIFY,
} from '../../../support/dashboard.tsx';
import { answer, held } from '../../../support/fake-api.ts';
import { dealt, popularityIsCounted, QUESTIONS } from '../../../support/level-picker.tsx';
import { renderScreen, signIn } from '../../../support/render.tsx';

const week = { place: 5, toNext: 20, cashNaira: 3320 };

const points = (parts: object = {}) => ({
  data: { user: { highScore: 1660 }, week, bests: [], ...parts },
});

const streak = { days: 0, lastDay: null, roundsToday: 0 };

function arrive(parts: Partial<User> = {}) {
  signIn(aUser(parts));
  answer('get', VERIFY, { data: aUser(parts) });
  open();
}

describe('the front page', () => {
  test('tells place and points of the week, what they win, and when it ends', async () => {
    serve({ points: points() });
    arrive();
    await figure('5th place this week');
    await figure('1,660 points this week');
    const you = screen.getByRole('region', { name: 'You' });
    expect(you.textContent).toMatch(/₦3,320 in the money Resets in \d+ (d|h|min)/);
  });

  test('outside the money tells how far the next place is', async () => {
    serve({ points: points({ week: { place: 24, toNext: 16, cashNaira: 0 } }) });
    arrive();
    await figure('24th place this week');
    expect(screen.getByRole('region', { name: 'You' }).textContent).toContain('16 points to 23rd');
  });

  test('without points says what gives a place', async () => {
    serve({ points: points({ week: { place: null, toNext: null, cashNaira: 0 } }) });
    arrive();
    await screen.findByText('Play for a place');
    await figure('– place this week');
  });

  test('an API that tells of no place and no bests shows neither', async () => {
    serve();
    arrive();
    await figure('2,310 points this week');
    expect(screen.queryByText('place this week')).toBeNull();
    expect(screen.queryByText(/in the money/)).toBeNull();
    await screen.findByRole('button', { name: premierLeague.name });
    expect(screen.queryByRole('img', { name: /^Levels won/ })).toBeNull();
  });

  test('on glo tells the tier of the day and no weekly cash', async () => {
    serve({ points: points({ week: { place: 5, toNext: 20, cashNaira: 0 } }) });
    const row = { id: 1, userId: 'player-1', highScore: 620 };
    answer('get', 'points/tournament/leaderboard', {
      data: { leaderBoard: [], position: 3, user: row },
    });
    arrive({ network: 'glo' });
    await screen.findByText('Tier 2');
    await figure('5th place this week');
    expect(screen.queryByText(/20 points/)).toBeNull();
  });

  test('marks the levels that were won with eight or more right', async () => {
    const best = (level: string, right: number, categoryId = premierLeague.id) => ({
      categoryId,
      level,
      right,
    });
    serve({
      points: points({
        bests: [best('easy', 10), best('medium', 8), best('hard', 7), best('hard', 10, 'la-liga')],
      }),
    });
    arrive();
    const tile = await screen.findByRole('button', { name: /^English Premier League/ });
    await within(tile).findByRole('img', { name: 'Levels won: Easy, Medium' });
  });

  test('results that wait stand in the place of the plays left', async () => {
    serve();
    store.set(resultsAtom, [anEntry()]);
    onTestFinished(() => store.set(resultsAtom, []));
    arrive();
    await figure('1 result waiting');
    expect(screen.queryByText(/plays left/)).toBeNull();
  });

  test('a card stands over the competitions, and Millionaire Rush below them', async () => {
    serve();
    await saveRound(aRound());
    arrive();
    const card = await screen.findByRole('region', { name: 'Your open game' });
    const tile = await screen.findByRole('button', { name: premierLeague.name });
    const rush = screen.getByRole('link', { name: /^Millionaire Rush/ });
    const isBefore = (one: Element, other: Element) =>
      one.compareDocumentPosition(other) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect([isBefore(card, tile), isBefore(tile, rush)]).toEqual([true, true]);
  });

  test('a game that was saved is gone to, and marked on its tile', async () => {
    serve();
    answer('get', QUESTIONS, dealt);
    const isCounted = popularityIsCounted();
    arrive();
    await userEvent.click(await screen.findByRole('button', { name: premierLeague.name }));
    await userEvent.click(screen.getByRole('switch', { name: /^Save for later/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Medium/ }));
    const card = await screen.findByRole('region', { name: 'Your saved game' });
    await vi.waitFor(() => expect(card.contains(document.activeElement)).toBe(true));
    screen.getByRole('img', { name: 'A saved game' });
    await isCounted();
  });
});

describe('the first run', () => {
  const unplayed = { data: { count: 0, streak } };

  test('says what the coins are for, and asks to pick', async () => {
    serve({ plays: unplayed });
    arrive();
    await screen.findByRole('heading', { name: 'Pick a competition' });
    const you = screen.getByRole('region', { name: 'You' });
    expect(you.textContent).toBe('1,000 coins are yours.Welcome, Ada. An Easy game takes 100.');
    expect(screen.queryByText(/this week/)).toBeNull();
  });

  test('promises no coins to who has none', async () => {
    serve({ plays: unplayed });
    arrive({ pointBalance: 0 });
    await screen.findByRole('heading', { name: 'Pick a competition' });
    expect(screen.getByRole('region', { name: 'You' }).textContent).toBe(
      'Welcome, Ada.An Easy game takes 100 coins.',
    );
  });

  test('is there at once for an account just made, and before anybody answers', async () => {
    serve();
    const { answer: later, release } = held(unplayed);
    answer('get', 'user/dailyplays', later);
    arrive({ createdAt: new Date().toISOString() });
    await screen.findByRole('heading', { name: 'Pick a competition' });
    await release();
  });

  test.each([
    ['a game that counted', { count: 1, streak: { ...streak, lastDay: '2026-01-01' } }],
    ['a play that was used', { count: 1, streak }],
  ])('is over after %s', async (_what, data) => {
    serve({ plays: { data } });
    arrive();
    await screen.findByRole('heading', { name: 'Choose a competition' });
    await figure('49 plays left');
  });

  test('is over with a game on the phone', async () => {
    serve({ plays: unplayed });
    await saveRound(aRound());
    arrive();
    await screen.findByRole('region', { name: 'Your open game' });
    screen.getByRole('heading', { name: 'Choose a competition' });
  });
});

test('what a game has changed moves as the dashboard comes up again, and all else stands', async () => {
  const best = { categoryId: premierLeague.id, level: 'easy', right: 8 };
  const show = async (place: number, bests: object[], shown: string) => {
    serve({ points: points({ week: { ...week, place }, bests }) });
    arrive();
    const figureShown = await figure(`${shown} place this week`);
    await screen.findByRole('img', { name: /^Levels won/ });
    return figureShown.querySelector('b')?.className;
  };
  await show(9, [], '9th');
  cleanup();
  expect(await show(9, [], '9th')).toBe('');
  cleanup();
  expect(await show(7, [best], '7th')).toMatch(/moved/);
  const [easy, medium] = screen.getByRole('img', { name: 'Levels won: Easy' }).children;
  expect([easy?.className, medium?.className]).toEqual([expect.stringMatching(/pop/), '']);
});

test('a copy of last week tells of no place and no points of this one', async () => {
  serve({ points: points() });
  arrive();
  await figure('5th place this week');
  const monday = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 7 * DAY_MS);
  onTestFinished(() => monday.mockRestore());
  serve({ points: 'no answer' });
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await figure('– place this week');
});

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
