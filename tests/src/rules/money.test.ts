import { describe, expect, test } from 'vitest';
import {
  CARD_FEE_PER_MILLE,
  COIN_PACKS,
  cardFeeKobo,
  formatNaira,
  KOBO_PER_NAIRA,
  MOBILE_MONEY_MIN_NAIRA,
  nairaToKobo,
  PLAN_DAYS,
  PLAN_PRICE_NAIRA,
  SUBSCRIPTION_COINS,
} from '../../../src/rules/money.ts';

describe('money', () => {
  test('a plan costs ₦50 or ₦100 by airtime and card, ₦100 or ₦200 by mobile money', () => {
    expect(PLAN_PRICE_NAIRA.airtime).toEqual({ daily: 50, weekly: 100 });
    expect(PLAN_PRICE_NAIRA.card).toEqual({ daily: 50, weekly: 100 });
    expect(PLAN_PRICE_NAIRA.mobileMoney).toEqual({ daily: 100, weekly: 200 });
    expect(PLAN_DAYS).toEqual({ daily: 1, weekly: 7 });
    expect(SUBSCRIPTION_COINS).toBe(1000);
  });

  test('the coin packs', () => {
    expect(COIN_PACKS.card.map(({ naira, coins }) => [naira, coins])).toEqual([
      [100, 750],
      [500, 3500],
      [1000, 7000],
    ]);
    expect(COIN_PACKS.mobileMoney.map(({ naira, coins }) => [naira, coins])).toEqual([
      [100, 750],
      [200, 1500],
    ]);
    expect(MOBILE_MONEY_MIN_NAIRA).toEqual({ smartCash: 100, momo: 50 });
  });

  test.each([
    [100, 10_000, 150],
    [50, 5000, 75],
    [500, 50_000, 750],
    [1000, 100_000, 1500],
  ])('₦%i is %i kobo and carries a card fee of %i kobo', (naira, kobo, fee) => {
    expect(nairaToKobo(naira)).toBe(kobo);
    expect(cardFeeKobo(kobo)).toBe(fee);
  });

  test.each([
    [33, 0],
    [34, 1],
    [100, 2],
    [99, 1],
  ])('the fee of %i kobo is rounded half up to %i', (kobo, fee) => {
    expect(cardFeeKobo(kobo)).toBe(fee);
  });

  test('naira are glued to their sign', () => {
    expect(formatNaira(1000)).toBe('₦1,000');
    expect(KOBO_PER_NAIRA).toBe(100);
    expect(CARD_FEE_PER_MILLE).toBe(15);
  });
});
