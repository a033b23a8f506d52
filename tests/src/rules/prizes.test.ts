import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  MONTHLY_GRAND_PRIZE_NAIRA,
  MONTHLY_MIN_COINS_BOUGHT,
  POINTS_PER_RAFFLE_TICKET,
  pointsByBand,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
  RAFFLE_TOP_PRIZE_NAIRA,
  raffleTicketsFor,
  ticketTier,
  WEEKLY_MIN_POINTS,
  WEEKLY_PAID_PLACES,
  WEEKLY_REWARD_BANDS,
  WEEKLY_SHOWN_PLACES,
  weeklyCashNaira,
} from '../../../src/rules/prizes.ts';

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
    expect(weeklyCashNaira(place, points)).toBe(naira);
  });

  test('more points never win less', () => {
    const points = fc.integer({ min: 0, max: 12_000 });
    const more = fc.integer({ min: 1, max: 3000 });
    fc.assert(
      fc.property(points, more, (some, further) => {
        const cash = weeklyCashNaira(1, some);
        expect(weeklyCashNaira(1, some + further)).toBeGreaterThanOrEqual(cash);
      }),
      { numRuns: 1000 },
    );
  });

  test('counts each point in one band, and is rounded down once', () => {
    const points = fc.integer({ min: 50, max: 50_000 });
    fc.assert(
      fc.property(points, (some) => {
        const exact = pointsByBand(some).reduce((sum, band) => sum + band.points * band.naira, 0);
        expect(pointsByBand(some).reduce((sum, band) => sum + band.points, 0)).toBe(some);
        expect(exact - weeklyCashNaira(1, some)).toBeLessThan(1);
        expect(exact - weeklyCashNaira(1, some)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('ten places are paid, 31 are shown, 50 points are the least', () => {
    expect([WEEKLY_PAID_PLACES, WEEKLY_SHOWN_PLACES, WEEKLY_MIN_POINTS]).toEqual([10, 31, 50]);
  });

  test('the month: ₦50,000 for the first who bought 3,000 coins', () => {
    expect([MONTHLY_GRAND_PRIZE_NAIRA, MONTHLY_MIN_COINS_BOUGHT]).toEqual([50_000, 3000]);
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
    expect([
      POINTS_PER_RAFFLE_TICKET,
      RAFFLE_STREAK_DAYS,
      RAFFLE_TICKET_PLAY,
      RAFFLE_TOP_PRIZE_NAIRA,
    ]).toEqual([100, 7, 5, 1_000_000]);
  });
});
