import { describe, expect, test } from 'vitest';
import {
  CONFETTI_PARTICLES,
  POWER_UPS,
  RUSH_PAUSE_MS,
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TICKET_NAIRA,
  RUSH_TIERS,
  rushTier,
  rushTimerMs,
  TIER_NAME_MAX,
} from '../../../src/rules/tournament.ts';

describe('Millionaire Rush', () => {
  test.each([
    [1, 15_000],
    [10, 15_000],
    [11, 12_000],
    [15, 12_000],
  ])('question %i can be answered for %i ms', (number, ms) => expect(rushTimerMs(number)).toBe(ms));

  test.each([
    [0, 1],
    [499, 1],
    [500, 2],
    [999, 2],
    [1000, 3],
  ])('%i points of a day are in tier %i', (points, tier) => expect(rushTier(points)).toBe(tier));

  test('the tiers begin at 0, 500 and 1,000 points', () => {
    expect(RUSH_TIERS.map(({ tier, fromPoints }) => [tier, fromPoints])).toEqual([
      [1, 0],
      [2, 500],
      [3, 1000],
    ]);
  });

  test('its other figures', () => {
    expect([RUSH_QUESTIONS, RUSH_POINTS_PER_LEVEL, RUSH_TICKET_NAIRA]).toEqual([15, 15, 200]);
    expect([RUSH_PAUSE_MS, TIER_NAME_MAX]).toEqual([1200, 10]);
    expect(CONFETTI_PARTICLES).toEqual({ min: 80, max: 130 });
    expect(POWER_UPS).toHaveLength(4);
  });
});
