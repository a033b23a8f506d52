import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { POOLS } from '../../../src/rules/networks.ts';
import {
  DEFAULT_PRIZES,
  POINTS_PER_RAFFLE_TICKET,
  PRIZE_BOARDS,
  pointsByBand,
  prizeNaira,
  prizeRows,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
  raffleTicketsFor,
  ticketTier,
  WEEKLY_REWARD_BANDS,
  WEEKLY_SHOWN_PLACES,
  withhold,
} from '../../../src/rules/prizes.ts';
import { cases } from '../../support/cases.ts';

describe('the weekly reward', () => {
  test.each([
    [5000, 2, 18],
    [7500, 1.5, 12],
    [10_000, 1.25, 9],
    [Number.POSITIVE_INFINITY, 1, 6],
  ])('each point up to %d brings ₦%d (the tournament text says ×%i)', (upTo, naira, text) => {
    const band = WEEKLY_REWARD_BANDS.find((one) => one.upTo === upTo);
    expect([band?.naira, band?.tournamentText]).toEqual([naira, text]);
  });

  test('counts each point in one band', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50_000 }), (some) => {
        expect(pointsByBand(some).reduce((sum, band) => sum + band.points, 0)).toBe(some);
      }),
    );
  });

  test('31 places are shown', () => {
    expect(WEEKLY_SHOWN_PLACES).toBe(31);
  });
});

describe('the raffle', () => {
  test.each([
    [0, 0],
    [99, 0],
    [100, 1],
    [250, 2],
    [-5, 0],
  ])('%i points give %i tickets', (points, tickets) => {
    expect(raffleTicketsFor(points)).toBe(tickets);
  });

  test.each([
    [999, 1],
    [1000, 2],
    [2999, 2],
    [3000, 3],
  ])('%i points show the badge of tier %i', (points, tier) => {
    expect(ticketTier(points)).toBe(tier);
  });

  test('its other figures', () => {
    expect([POINTS_PER_RAFFLE_TICKET, RAFFLE_STREAK_DAYS, RAFFLE_TICKET_PLAY]).toEqual([100, 7, 5]);
  });
});

describe('the prize table as it is built in', () => {
  const paid = (pool: (typeof POOLS)[number]) =>
    PRIZE_BOARDS.flatMap((board) => prizeRows(DEFAULT_PRIZES, pool, board)).map((row) => [
      row.board,
      row.tier,
      row.places,
      row.naira,
    ]);

  test('pays week, month, the tiers of the day and the raffle in the pool of all', () => {
    expect(paid('all')).toEqual([
      ['weekly', null, 10, 'bands'],
      ['monthly', null, 1, 50_000],
      ['rush', 1, 5, 2000],
      ['rush', 2, 5, 3000],
      ['rush', 3, 5, 5000],
      ['raffle', null, 1, 1_000_000],
    ]);
  });

  test("pays the tiers of the day alone in glo's", () => {
    expect(paid('glo')).toEqual([
      ['rush', 1, 5, 2000],
      ['rush', 2, 5, 3000],
      ['rush', 3, 5, 5000],
    ]);
  });

  test('asks who wins the month for 3,000 coins bought, and nobody else', () => {
    const asked = DEFAULT_PRIZES.filter(({ minCoinsBought }) => minCoinsBought > 0);
    expect(asked.map(({ board, minCoinsBought }) => [board, minCoinsBought])).toEqual([
      ['monthly', 3000],
    ]);
  });

  test('asks for 75 points and ten players of a tier', () => {
    for (const pool of POOLS) {
      for (const tier of [1, 2, 3] as const) {
        expect(prizeRows(DEFAULT_PRIZES, pool, 'rush', tier)).toEqual([
          expect.objectContaining({ tier, minPoints: 75, minPlayers: 10 }),
        ]);
      }
    }
  });
});

describe('the weekly cash', () => {
  const cash = (place: number, points: number) => {
    const [week] = prizeRows(DEFAULT_PRIZES, 'all', 'weekly');
    if (!week) throw new Error('the week is paid');
    return prizeNaira(week, place, points);
  };

  test.each([
    [1, 1000, 2000],
    [10, 50, 100],
    [10, 49, 0],
    [11, 5000, 0],
    [0, 5000, 0],
    [1, 5000, 10_000],
    [1, 5001, 10_001],
    [1, 5002, 10_003],
    [1, 7000, 13_000],
    [1, 7500, 13_750],
    [1, 7501, 13_751],
    [1, 10_000, 16_875],
    [2, 10_001, 16_876],
  ])('place %i with %i points wins ₦%i', (place, points, naira) => {
    expect(cash(place, points)).toBe(naira);
  });

  test('more points never win less', () => {
    const points = fc.integer({ min: 0, max: 12_000 });
    const more = fc.integer({ min: 1, max: 3000 });
    fc.assert(
      fc.property(points, more, (some, further) => {
        expect(cash(1, some + further)).toBeGreaterThanOrEqual(cash(1, some));
      }),
      { numRuns: cases(1000) },
    );
  });

  test('a sum is rounded down once', () => {
    const points = fc.integer({ min: 50, max: 50_000 });
    fc.assert(
      fc.property(points, (some) => {
        const exact = pointsByBand(some).reduce((sum, band) => sum + band.points * band.naira, 0);
        expect(exact - cash(1, some)).toBeLessThan(1);
        expect(exact - cash(1, some)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

test.each([
  [10_001, 0, 0, 1_000_100],
  [10_001, 5, 50_005, 950_095],
  [333, 7.5, 2498, 30_802],
])('of ₦%d with %d %% withheld %d kobo are tax and %d are paid', (naira, percent, tax, net) => {
  expect(withhold(naira, percent)).toEqual({
    grossKobo: naira * 100,
    taxKobo: tax,
    netKobo: net,
  });
});
