import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_OFFER } from '../../../../src/offer/offer.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../../src/rules/prizes.ts';
import { aBoard, aBoardRow, boardRows } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { address, chosenTab, open, signInAged } from './boards.tsx';
import { header, scored, serve, TODAY, tier } from './daily.ts';

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
