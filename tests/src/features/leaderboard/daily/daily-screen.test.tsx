import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { aBoard, aBoardRow, boardRows, NOON } from '../../../../support/builders.ts';
import { type Answer, answer, type SeenRequest } from '../../../../support/fake-api.ts';
import { address, chosenTab, DAY_MS, iso, open, signInAged } from '../boards.tsx';

const TODAY = 'points/tournament/leaderboard';
const YESTERDAY = 'points/tournament/yesterday-players';
const FAILED = { status: 403, code: 'x' };

beforeEach(() => {
  signInAged(30);
});
afterEach(() => vi.useRealTimers());

const own = (highScore: number) => aBoardRow(31, { userId: 'player-1', name: 'Ada', highScore });
const scored = (highScore: number, position: number | null = 31) =>
  aBoard({ user: own(highScore), position, leaderBoard: boardRows(31) });

/** What the screen asks for; gives the tiers that were asked for. */
function serve(replies: Partial<Record<'today' | 'yesterday' | 'week' | 'lastWeek', Answer>> = {}) {
  answer('get', 'points', replies.week ?? aBoard());
  answer('get', 'points/leaderboard/last-week', replies.lastWeek ?? aBoard());
  const tiers = (asked: SeenRequest[]) => asked.map(({ url }) => url.searchParams.get('tier'));
  const today = answer('get', TODAY, replies.today ?? scored(620));
  const yesterday = answer('get', YESTERDAY, replies.yesterday ?? scored(1200, 2));
  return { today: () => tiers(today), yesterday: () => tiers(yesterday) };
}

const tier = (name: RegExp) => screen.getByRole('tab', { name });
const tab = (name: string) => screen.getByRole('tab', { name });
const rows = () => screen.getAllByRole('listitem');
const header = () => within(screen.getByRole('region', { name: 'You' }));

describe('the daily boards', () => {
  test.each(['/leaderboard', '/daily'])('are at %s for an account of 30 days', async (at) => {
    serve();
    open(at);
    await screen.findByText('500 to 999 points. Top 5 win ₦3,000.');
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
    expect(header().getByText('Starts again at 12 AM')).toBeTruthy();
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
    [null, '1', '0 to 499 points. Top 5 win ₦2,000.'],
    [499, '1', '0 to 499 points. Top 5 win ₦2,000.'],
    [500, '2', '500 to 999 points. Top 5 win ₦3,000.'],
    [1000, '3', '1,000 points or more. Top 5 win ₦5,000.'],
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
    // The tier of that day's own points, not the one that was chosen for this day.
    await userEvent.click(tab('Previous Day'));
    expect(address()).toBe('/leaderboard?tab=previous-day');
    await screen.findByText('1,000 points or more. Top 5 win ₦5,000.');
    await vi.waitFor(() => expect(yesterday()).toEqual(['1', '3']));
    await screen.findByText('Player 1');
    await userEvent.click(tab('Current Day'));
    expect(address()).toBe('/leaderboard');
  });

  test.each([
    ['/daily?tab=previous-day&tier=2', 'Previous Day', '500 to 999 points. Top 5 win ₦3,000.'],
    ['/daily?tab=next-day&tier=4', 'Current Day', '500 to 999 points. Top 5 win ₦3,000.'],
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
    // By day: what is final before the next midnight is told without its weekday.
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
    await screen.findByText(/^Provisional until \w{3} \d+ \w{3} at \d\d:\d\d$/);
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

describe("a tier's list", () => {
  const named = (names: (string | null)[]) =>
    aBoard({ leaderBoard: names.map((name, index) => aBoardRow(index + 1, { name })) });
  const names = () => rows().map((item) => item.querySelector('[dir]')?.textContent);

  test('cuts names at 10 characters', async () => {
    serve({
      today: named([
        'I',
        'Goalking10',
        'Goalking101',
        `${'⚽'.repeat(9)}👟🏆`,
        'محمد عبد الرحمن',
        null,
      ]),
    });
    open();
    await screen.findByText('I', { selector: '[dir]' });
    expect(names()).toEqual([
      'I',
      'Goalking10',
      'Goalking10',
      `${'⚽'.repeat(9)}👟`,
      'محمد عبد ا',
      'Player',
    ]);
  });

  test.each([1, 3, 10, 31])('shows all of %i players, without points', async (count) => {
    serve({ today: aBoard({ leaderBoard: boardRows(count) }) });
    open();
    await screen.findByText('Player 1');
    expect(rows()).toHaveLength(count);
    for (const row of rows()) expect(row.textContent).not.toMatch(/pts|points|,\d{3}\b.*,\d{3}/);
  });

  test('shows the cash of the first five and of nobody else', async () => {
    serve({ today: aBoard({ leaderBoard: boardRows(10) }) });
    open();
    await screen.findByText('Player 1');
    const cash = rows().map((item) => /₦[\d,]+/.exec(item.textContent ?? '')?.[0] ?? null);
    expect(cash).toEqual([...Array(5).fill('₦2,000'), ...Array(5).fill(null)]);
  });

  test('keeps the order it was given when points are equal', async () => {
    const same = [1, 2, 3].map((place) => aBoardRow(place, { highScore: 45 }));
    serve({ today: aBoard({ leaderBoard: same }) });
    open();
    await screen.findByText('Player 1');
    expect(names()).toEqual(['Player 1', 'Player 2', 'Player 3']);
  });

  test('says when there is none yet', async () => {
    serve({ today: aBoard({ leaderBoard: [] }) });
    open();
    await screen.findByRole('heading', { name: 'No leaderboard yet' });
    expect(screen.getByText(/^Only points of Millionaire Rush count here/)).toBeTruthy();
  });

  test.each(['current-day', 'previous-day'])('leads from an empty %s to the week', async (at) => {
    const empty = aBoard({ leaderBoard: [] });
    serve({ today: empty, yesterday: empty, week: scored(45, 3) });
    open(`/daily?tab=${at}`);
    await userEvent.click(await screen.findByRole('button', { name: 'See Current Week' }));
    expect(address()).toBe('/daily?tab=current-week');
    expect(chosenTab('Daily leaderboard')).toBe('Current Week');
    await header().findByText('45');
  });

  const ownRow = () => screen.getByText('You').closest('section')?.textContent;

  test('shows the own place, and its cash where it is paid', async () => {
    serve({ today: scored(45, 4) });
    open();
    await screen.findByText('Player 1');
    expect(ownRow()).toBe('4AYouAdawins ₦2,000');
  });

  test('says in which tier the player stands where it is another', async () => {
    serve();
    answer('get', TODAY, scored(620), scored(620), scored(620, null));
    open();
    await screen.findByText('Player 1');
    await userEvent.click(tier(/^Tier 3/));
    await screen.findByText('In Tier 2');
    expect(ownRow()).toContain('–');
  });

  test('tells who has no points today how to get there', async () => {
    serve({ today: aBoard() });
    open();
    await screen.findByText(/Play Millionaire Rush to get a place/);
    await header().findByText('0');
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
    await screen.findByText('You are offline');
    await screen.findByText(/^Saved at \d\d:\d\d today$/);
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
