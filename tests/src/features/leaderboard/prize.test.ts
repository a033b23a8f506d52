import { describe, expect, test } from 'vitest';
import {
  minimumText,
  prizesAt,
  winnersText,
} from '../../../../src/features/leaderboard/period.tsx';
import { amountText } from '../../../../src/rules/prize-words.ts';
import { DEFAULT_PRIZES, type PrizeRow, prizeRows } from '../../../../src/rules/prizes.ts';

function prizeOf(board: 'weekly' | 'monthly' | 'rush', tier: 1 | 2 | null = null): PrizeRow {
  const [row] = prizeRows(DEFAULT_PRIZES, 'all', board, tier);
  if (!row) throw new Error('a row of the table');
  return row;
}

describe('what a prize is paid from', () => {
  const RULE = 'Paid from 75 points, with 10 players or more in the tier.';

  test.each([
    [null, false, RULE],
    [0, false, RULE],
    [1, false, `${RULE} Only 1 so far.`],
    [9, false, `${RULE} Only 9 so far.`],
    [10, false, RULE],
    [1, true, `${RULE} Only 1 was there.`],
    [9, true, `${RULE} Only 9 were there.`],
    [10, true, RULE],
  ])('is said of Tier 1 with %j players (over: %s)', (rows, isOver, text) => {
    expect(minimumText(prizeOf('rush', 1), rows, isOver)).toBe(text);
  });

  test('names no points that everybody in the tier has', () => {
    const rule = 'Paid with 10 players or more in the tier.';
    expect(minimumText(prizeOf('rush', 2), 12, false)).toBe(rule);
    expect(minimumText({ ...prizeOf('rush', 2), minPoints: 501 }, 12, false)).toBe(
      'Paid from 501 points, with 10 players or more in the tier.',
    );
  });

  test('is said of the week, and not of a month that has no least', () => {
    expect(minimumText(prizeOf('weekly'), 3, false)).toBe('Paid from 50 points.');
    expect(minimumText({ ...prizeOf('weekly'), minPlayers: 20 }, 3, false)).toBe(
      'Paid from 50 points, with 20 players or more on the board. Only 3 so far.',
    );
    expect(minimumText(prizeOf('monthly'), 3, false)).toBeNull();
  });
});

describe('a place wins', () => {
  const win = (prize: PrizeRow | null, rows: number) =>
    [1, 5, 6].map((place) => prizesAt(prize, rows)(place, 80));

  test('what its row of the table says, from its points and players on', () => {
    const tier = prizeOf('rush', 1);
    expect(win(tier, 10)).toEqual(['₦2,000', '₦2,000', null]);
    expect(win(tier, 9)).toEqual([null, null, null]);
    expect(win({ ...tier, minPoints: 81 }, 10)).toEqual([null, null, null]);
    expect(win(null, 10)).toEqual([null, null, null]);
  });

  test('by its points where the row goes by the bands', () => {
    expect(win(prizeOf('weekly'), 1)).toEqual(['₦160', '₦160', '₦160']);
  });

  test('also where more players are asked for than a board shows', () => {
    const prize = { ...prizeOf('rush', 1), minPlayers: 200 };
    expect(win(prize, 49)).toEqual([null, null, null]);
    expect(win(prize, 50)).toEqual(['₦2,000', '₦2,000', null]);
  });

  test.each([
    ['cash', 500, '₦500'],
    ['airtime', 500, '₦500 airtime'],
    ['data', 1000, '₦1,000 data'],
    ['cash', 'bands', 'cash'],
  ] as const)('%s of %j as %j', (kind, naira, text) => {
    expect(amountText({ kind, naira })).toBe(text);
  });

  test('among as many as are paid', () => {
    expect([1, 5].map((places) => winnersText({ places }))).toEqual([
      'First place wins',
      'Top 5 win',
    ]);
  });
});
