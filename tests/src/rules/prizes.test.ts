import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  POINTS_PER_RAFFLE_TICKET,
  pointsByBand,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
  raffleTicketsFor,
  ticketTier,
  WEEKLY_REWARD_BANDS,
  WEEKLY_SHOWN_PLACES,
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
