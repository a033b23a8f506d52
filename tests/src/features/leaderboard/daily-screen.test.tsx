import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aBoard, aBoardRow, NOON } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { phoneAhead, replyAt } from '../../../support/phone-clock.ts';
import { address, chosenTab, DAY_MS, iso, open, signInAged } from './boards.tsx';
import { header, scored, serve, TODAY, tier } from './daily.ts';

const FAILED = { status: 403, code: 'x' };

beforeEach(() => {
  signInAged(29);
});
afterEach(() => {
  vi.useRealTimers();
  replyAt(Date.now());
});

const tab = (name: string) => screen.getByRole('tab', { name });

describe('the daily boards', () => {
  test.each(['/leaderboard', '/daily'])('are at %s for an account of 30 days', async (at) => {
    serve();
    open(at);
    await screen.findByText('500 to 999 points. Top 5 win up to ₦3,000.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Daily leaderboard');
    const tabs = within(screen.getByRole('tablist', { name: 'Daily leaderboard' }));
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Previous Day',
      'Current Day',
      'Current Week',
      'Previous Week',
    ]);
    expect(chosenTab('Daily leaderboard')).toBe('Current Day');
  });

  test.each([
    [3, 29, 'Daily leaderboard'],
    [-3, 32, 'Leaderboard'],
  ])('on a phone %i days ahead an account of %i days has the %s', async (ahead, days, title) => {
    phoneAhead(ahead);
    replyAt();
    signInAged(0, { createdAt: iso(NOON - days * DAY_MS) });
    serve();
    open();
    await screen.findByRole('heading', { level: 1, name: title });
  });

  test("are glo's, however old the account", async () => {
    signInAged(400, { network: 'glo' });
    serve();
    open();
    await screen.findByText('Player 1');
    expect(document.querySelectorAll('.watermark')[0]?.textContent).toBe('glo');
  });

  test('show the player, when the day starts again and their points of it', async () => {
    serve();
    open();
    expect(header().getByText('Ada')).toBeTruthy();
    await header().findByText('Starts again at midnight');
    await header().findByText('620');
    expect(header().getByText('Rush points today')).toBeTruthy();
  });

  test('show the points of the week beside a week', async () => {
    serve({ today: scored(0), week: scored(45, 3), lastWeek: scored(80, 1) });
    open('/daily?tab=current-week');
    await header().findByText('45');
    expect(header().getByText('points this week')).toBeTruthy();
    expect(header().getByText('Starts again on Monday')).toBeTruthy();
    await userEvent.click(tab('Previous Week'));
    await screen.findByText('Player 1');
    expect(header().getByText('45')).toBeTruthy();
  });

  test('ask for nothing of the day where a week is shown', async () => {
    const { today, yesterday } = serve({ week: scored(45, 3) });
    open('/daily?tab=current-week');
    await header().findByText('45');
    expect([...today(), ...yesterday()]).toEqual([]);
  });

  test.each([
    [null, '1', '0 to 499 points. Top 5 win up to ₦2,000.'],
    [499, '1', '0 to 499 points. Top 5 win up to ₦2,000.'],
    [500, '2', '500 to 999 points. Top 5 win up to ₦3,000.'],
    [1000, '3', '1,000 points or more. Top 5 win up to ₦5,000.'],
  ])('begin with the tier of %s points', async (points, number, about) => {
    const { today } = serve({ today: points === null ? aBoard() : scored(points) });
    open();
    await screen.findByText(about);
    await screen.findByText('Player 1');
    expect(today().at(-1)).toBe(number);
    expect(today()).toHaveLength(number === '1' ? 1 : 2);
  });

  test('put tab and tier into the address', async () => {
    const { today, yesterday } = serve();
    open();
    await screen.findByText('Player 1');
    await userEvent.click(tier(/^Tier 3/));
    expect(address()).toBe('/leaderboard?tab=current-day&tier=3');
    await screen.findByText('Player 1');
    expect(today()).toEqual(['1', '2', '3']);
    // The tier of that day's own points, not the one chosen for this day.
    await userEvent.click(tab('Previous Day'));
    expect(address()).toBe('/leaderboard?tab=previous-day');
    await screen.findByText('1,000 points or more. Top 5 win up to ₦5,000.');
    await vi.waitFor(() => expect(yesterday()).toEqual(['1', '3']));
    await screen.findByText('Player 1');
    await userEvent.click(tab('Current Day'));
    expect(address()).toBe('/leaderboard');
  });

  test.each([
    [
      '/daily?tab=previous-day&tier=2',
      'Previous Day',
      '500 to 999 points. Top 5 win up to ₦3,000.',
    ],
    ['/daily?tab=next-day&tier=4', 'Current Day', '500 to 999 points. Top 5 win up to ₦3,000.'],
  ])('open at %s', async (at, name, about) => {
    serve();
    open(at);
    await screen.findByText(about);
    await screen.findByText('Player 1');
    expect(chosenTab('Daily leaderboard')).toBe(name);
  });

  test.each([
    ['current-week', 'This one'],
    ['previous-week', 'Last one'],
  ])('show the week at ?tab=%s', async (at, player) => {
    serve({
      week: aBoard({ leaderBoard: [aBoardRow(1, { name: 'This one' })] }),
      lastWeek: aBoard({ leaderBoard: [aBoardRow(1, { name: 'Last one' })] }),
    });
    open(`/daily?tab=${at}`);
    await screen.findByText(player);
    expect(screen.getByRole('region', { name: 'Top 3' })).toBeTruthy();
    expect(screen.queryByRole('tablist', { name: 'Tier' })).toBeNull();
  });

  test('say when the day resets, and whether the one before is final', async () => {
    // By day: a deadline before the next midnight is shown without its weekday.
    vi.useFakeTimers({ toFake: ['Date'], now: NOON });
    const period = (endsAt: number) => ({
      startsAt: iso(endsAt - DAY_MS),
      endsAt: iso(endsAt),
      finalAt: iso(endsAt + DAY_MS),
    });
    serve({
      today: aBoard({}, { period: period(Date.now() + 200 * 60_000 - 1) }),
      yesterday: aBoard({}, { period: period(Date.now() - 40 * 60_000) }),
    });
    open();
    await screen.findByText('Resets in 3 h 20 min');
    await userEvent.click(tab('Previous Day'));
    await screen.findByText(/^Not final yet. Final on \w{3} \d+ \w{3} at \d\d:\d\d$/);
  });

  test('are asked for anew by Refresh', async () => {
    serve();
    answer('get', TODAY, scored(20), scored(35));
    open();
    await header().findByText('20');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await header().findByText('35');
  });
});

describe('a daily board that cannot be retrieved', () => {
  test.each(['current-day', 'previous-day', 'current-week', 'previous-week'])(
    'at ?tab=%s sends the player home and says why, once',
    async (at) => {
      serve({ today: FAILED, yesterday: FAILED, week: FAILED, lastWeek: FAILED });
      open(`/daily?tab=${at}`);
      await screen.findByText('At /home');
      expect(await screen.findAllByText('Failed to retrieve leaderboard')).toHaveLength(1);
    },
  );

  test('leaves a week that is there', async () => {
    serve({ today: FAILED });
    open('/daily?tab=current-week');
    await screen.findByText('Player 1');
    expect(screen.queryByText('Failed to retrieve leaderboard')).toBeNull();
  });

  test('shows its copy with its age', async () => {
    serve();
    const first = open();
    await screen.findByText('Player 1');
    first.unmount();
    serve({ today: 'no answer' });
    open();
    await screen.findByText('Player 1');
    await header().findByText('620');
    await screen.findByText('No network');
    await screen.findByText(/^This is from /);
    expect(screen.queryByText('At /home')).toBeNull();
  });

  test("shows no points of another day as today's", async () => {
    signInAged(3);
    serve();
    const first = open();
    await header().findByText('620');
    await screen.findByText('Player 1');
    first.unmount();
    serve({ today: 'no answer' });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
    open();
    await screen.findByText('Player 1');
    expect(header().getByText('–')).toBeTruthy();
  });
});
