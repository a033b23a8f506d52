import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_OFFER } from '../../../../src/offer/offer.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../../src/rules/prizes.ts';
import { aBoard, aBoardRow, boardRows, NOON } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { phoneAhead, replyAt } from '../../../support/phone-clock.ts';
import { address, chosenTab, DAY_MS, iso, open, signInAged } from './boards.tsx';
import { header, scored, serve, TODAY, tier } from './daily.ts';

describe('the daily boards', () => {
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
});

describe('a tier’s list', () => {
  beforeEach(() => {
    signInAged(29);
  });

  const rows = () => screen.getAllByRole('listitem');

  describe("a tier's list", () => {
    const named = (names: (string | null)[]) =>
      aBoard({ leaderBoard: names.map((name, index) => aBoardRow(index + 1, { name })) });
    const names = () => rows().map((item) => item.querySelector('[dir]')?.textContent);

    test('cuts names at 10 characters, and says so', async () => {
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
        'Goalking10…',
        `${'⚽'.repeat(9)}👟…`,
        'محمد عبد ا…',
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
      serve({ today: scored(75, 4) });
      open();
      await screen.findByText('Player 1');
      expect(ownRow()).toBe('4AYouAdawins ₦2,000');
    });

    test('shows no cash for fewer points than are paid, and says from when on it is', async () => {
      serve({ today: scored(74, 4) });
      open();
      await screen.findByText('Paid from 75 points, with 10 players or more in the tier.');
      await screen.findByText('Player 1');
      expect(ownRow()).toBe('4AYouAda');
    });

    test.each([
      ['current-day', 'Only 9 so far.'],
      ['previous-day', 'Only 9 were there.'],
    ])('shows no cash to too few players of a %s, and says so', async (at, said) => {
      const few = aBoard({ leaderBoard: boardRows(9) });
      serve({ today: few, yesterday: few });
      open(`/daily?tab=${at}&tier=2`);
      await screen.findByText(`Paid with 10 players or more in the tier. ${said}`);
      for (const row of rows()) expect(row.textContent).not.toContain('₦');
      expect(screen.queryByText('WINNING ZONE')).toBeNull();
    });

    test.each([
      ['all', '₦700 airtime'],
      ['glo', '₦900'],
    ])(
      'shows what the operator pays players of %s, and nothing where nothing is paid',
      async (network, amount) => {
        signInAged(3, { network });
        const [, tierTwo] = prizeRows(DEFAULT_PRIZES, 'all', 'rush');
        const own = { ...tierTwo, places: 1, minPlayers: 1 };
        answer('get', 'misc/config', {
          data: {
            ...DEFAULT_OFFER,
            prizes: [
              { ...own, kind: 'airtime', naira: 700 },
              { ...own, pool: 'glo', naira: 900 },
            ],
          },
        });
        serve({ today: scored(620, 40) });
        open();
        await screen.findByText(`500 to 999 points. First place wins up to ${amount}.`);
        await screen.findByText('Player 1');
        const paid = rows().filter(({ textContent }) => textContent?.includes(amount));
        expect(paid.map(({ textContent }) => textContent)).toEqual([
          expect.stringContaining('Player 1'),
        ]);
        await userEvent.click(tier(/^Tier 3/));
        await screen.findByText('1,000 points or more.');
        await screen.findByText('Player 1');
        expect(rows().some(({ textContent }) => textContent?.includes('₦'))).toBe(false);
      },
    );

    const told = (naira: number, count = 10) => ({
      ...aBoard({ leaderBoard: boardRows(count) }),
      meta: { tierParts: [1, 2, 3].map((tier) => ({ tier, naira: naira * tier })) },
    });

    test.each([
      ['current-day', 'So far ₦480 each.'],
      ['previous-day', 'It was ₦480 each.'],
    ])('shows the part that each place of a %s gets of the tickets', async (at, said) => {
      serve({ today: told(240), yesterday: told(240) });
      open(`/daily?tab=${at}&tier=2`);
      const rule = 'Winners of a tier share 60% of its ticket money, up to the full prize.';
      await screen.findByText(`${rule} ${said}`);
      const cash = rows().map((item) => /₦[\d,]+/.exec(item.textContent ?? '')?.[0] ?? null);
      expect(cash).toEqual([...Array(5).fill('₦480'), ...Array(5).fill(null)]);
    });

    test('shows no cash and no zone while the tickets have brought nothing', async () => {
      serve({ today: told(0), yesterday: told(0) });
      open('/daily?tab=previous-day&tier=1');
      await screen.findByText(/ No ticket counted\.$/);
      await userEvent.click(screen.getByRole('tab', { name: 'Current Day' }));
      await screen.findByText(/ No ticket has counted yet\.$/);
      for (const row of rows()) expect(row.textContent).not.toContain('₦');
      expect(screen.queryByText('WINNING ZONE')).toBeNull();
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
});
