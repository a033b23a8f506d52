import { describe, expect, test } from 'vitest';
import {
  CARD_FEE_PER_MILLE,
  cardFeeKobo,
  DEFAULT_PRICES,
  formatKobo,
  formatNaira,
  KOBO_PER_NAIRA,
  MOBILE_MONEY_MIN_NAIRA,
  nairaToKobo,
  PLAN_DAYS,
  planOf,
  productName,
  quoteOf,
  SUBSCRIPTION_COINS,
} from '../../../src/rules/money.ts';

describe('money', () => {
  test('a plan costs ₦50 or ₦100 by airtime and card, ₦100 or ₦200 by mobile money', () => {
    expect(DEFAULT_PRICES.plans.airtime).toEqual({ daily: 50, weekly: 100 });
    expect(DEFAULT_PRICES.plans.card).toEqual({ daily: 50, weekly: 100 });
    expect(DEFAULT_PRICES.plans['mobile-money']).toEqual({ daily: 100, weekly: 200 });
    expect(PLAN_DAYS).toEqual({ daily: 1, weekly: 7 });
    expect(SUBSCRIPTION_COINS).toBe(1000);
  });

  test('the coin packs', () => {
    expect(DEFAULT_PRICES.packs.card.map(({ naira, coins }) => [naira, coins])).toEqual([
      [100, 750],
      [500, 3500],
      [1000, 7000],
    ]);
    expect(DEFAULT_PRICES.packs['mobile-money'].map(({ naira, coins }) => [naira, coins])).toEqual([
      [100, 750],
      [200, 1500],
    ]);
    expect(MOBILE_MONEY_MIN_NAIRA).toEqual({ SmartCash: 100, MoMo: 50 });
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

  test.each([
    ['airtime', 'plan-weekly', { plan: 'weekly', coins: 1000, kobo: 10_000, feeKobo: 0 }],
    ['card', 'plan-daily', { plan: 'daily', coins: 1000, kobo: 5_000, feeKobo: 75 }],
    ['card', 'coins-500', { plan: null, coins: 3500, kobo: 50_000, feeKobo: 750 }],
    ['mobile-money', 'coins-200', { plan: null, coins: 1500, kobo: 20_000, feeKobo: 0 }],
    ['card', 'rush-ticket', { plan: null, coins: 0, kobo: 20_000, feeKobo: 300 }],
    ['mobile-money', 'rush-ticket', { plan: null, coins: 0, kobo: 20_000, feeKobo: 0 }],
    ['mobile-money', 'coins-1000', null],
    ['airtime', 'coins-100', null],
    ['airtime', 'rush-ticket', null],
  ] as const)('by %s, %s is quoted', (way, product, quote) => {
    expect(quoteOf(DEFAULT_PRICES, way, product)).toEqual(quote && { product, ...quote });
  });

  test('a product is a plan, a pack or a ticket', () => {
    expect(planOf('plan-daily')).toBe('daily');
    expect(planOf('plan-weekly')).toBe('weekly');
    expect(planOf('coins-500')).toBeNull();
    expect(planOf('rush-ticket')).toBeNull();
  });

  test('a product and its price read as players say them', () => {
    expect(productName('plan-daily', 1000)).toBe('Daily subscription');
    expect(productName('coins-500', 3500)).toBe('3,500 coins');
    expect(productName('rush-ticket', 0)).toBe('Millionaire Rush ticket');
    expect([formatKobo(10_150), formatKobo(10_000), formatKobo(100_005)]).toEqual([
      '₦101.50',
      '₦100',
      '₦1,000.05',
    ]);
  });

  test('naira are glued to their sign', () => {
    expect(formatNaira(1000)).toBe('₦1,000');
    expect(KOBO_PER_NAIRA).toBe(100);
    expect(CARD_FEE_PER_MILLE).toBe(15);
  });
});
