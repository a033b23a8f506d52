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
import { formatNumber } from '../../../src/rules/numbers.ts';
import {
  ADULT_AGE_YEARS,
  isEmail,
  readUsername,
  USERNAME_MAX,
} from '../../../src/rules/players.ts';
import {
  MONTHLY_GRAND_PRIZE_NAIRA,
  MONTHLY_MIN_COINS_BOUGHT,
  POINTS_PER_RAFFLE_TICKET,
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
  weeklyMultiplier,
} from '../../../src/rules/prizes.ts';
import {
  PROMO_AT_PLAY,
  PROMO_DISMISSAL_MS,
  PROMO_MAX_ACCOUNT_AGE_DAYS,
} from '../../../src/rules/promos.ts';
import {
  CONFETTI_PARTICLES,
  POWER_UPS,
  RUSH_PAID_PLACES,
  RUSH_PAUSE_MS,
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TICKET_NAIRA,
  RUSH_TIERS,
  rushTier,
  rushTimerMs,
  TIER_NAME_MAX,
} from '../../../src/rules/tournament.ts';
import { makeUsername } from '../../../src/rules/usernames.ts';

describe('numbers as players read them', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [1_234_567, '1,234,567'],
    [-1234, '-1,234'],
    [1234.5, '1,235'],
    [-0.4, '0'],
    ['2500', '2,500'],
  ])('%s reads %s', (value, text) => expect(formatNumber(value)).toBe(text));

  test.each([null, undefined, Number.NaN, 'coins', '', {}])('%s reads 0.00', (value) => {
    expect(formatNumber(value)).toBe('0.00');
  });

  test('with decimals, and with another fallback', () => {
    expect(formatNumber(1234.567, 2)).toBe('1,234.57');
    expect(formatNumber('x', 0, '–')).toBe('–');
  });
});

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

describe('the weekly reward', () => {
  test.each([
    [50, 2, 18],
    [5000, 2, 18],
    [5001, 1.5, 12],
    [7500, 1.5, 12],
    [7501, 1.25, 9],
    [10_000, 1.25, 9],
    [10_001, 1, 6],
  ])('%i points are multiplied by %d (the tournament text says ×%i)', (points, by, text) => {
    expect(weeklyMultiplier(points)).toBe(by);
    expect(WEEKLY_REWARD_BANDS.find((band) => points <= band.upTo)?.tournamentText).toBe(text);
  });

  test.each([
    [1, 1000, 2000],
    [10, 50, 100],
    [10, 49, 0],
    [11, 5000, 0],
    [0, 5000, 0],
    [1, 7501, 9376],
    [2, 10_001, 10_001],
  ])('place %i with %i points wins ₦%i', (place, points, naira) => {
    expect(weeklyCashNaira(place, points)).toBe(naira);
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

  test('the tiers pay ₦2,000, ₦3,000 and ₦5,000 to five each', () => {
    expect(
      RUSH_TIERS.map(({ tier, fromPoints, cashNaira }) => [tier, fromPoints, cashNaira]),
    ).toEqual([
      [1, 0, 2000],
      [2, 500, 3000],
      [3, 1000, 5000],
    ]);
    expect(RUSH_PAID_PLACES).toBe(5);
  });

  test('its other figures', () => {
    expect([RUSH_QUESTIONS, RUSH_POINTS_PER_LEVEL, RUSH_TICKET_NAIRA]).toEqual([15, 15, 200]);
    expect([RUSH_PAUSE_MS, TIER_NAME_MAX]).toEqual([1200, 10]);
    expect(CONFETTI_PARTICLES).toEqual({ min: 80, max: 130 });
    expect(POWER_UPS).toHaveLength(4);
  });
});

test('promos: for 30 days, gone for 6 h, 10 min, 30 min and 17 min, at plays 2, 4 and 5', () => {
  const minutes = Object.values(PROMO_DISMISSAL_MS).map((ms) => ms / 60_000);
  expect(minutes).toEqual([360, 10, 30, 17]);
  expect(PROMO_MAX_ACCOUNT_AGE_DAYS).toBe(30);
  expect(Object.values(PROMO_AT_PLAY)).toEqual([2, 4, 5]);
});

describe('players', () => {
  test.each([
    ['Ada', 'Ada'],
    ['  Ada  Obi ', 'Ada Obi'],
    ['محمد', 'محمد'],
    ['TenLetters', 'TenLetters'],
  ])('the username %j is kept as %j', (typed, name) => expect(readUsername(typed)).toBe(name));

  test.each(['', '   ', 'ElevenChars', '<b>', 'a\u202Eb', '\u3164', 'x'.repeat(300)])(
    'the username %j is refused',
    (typed) => expect(readUsername(typed)).toBeNull(),
  );

  test.each([
    ['ada@example.com', true],
    ['a.b+c@mail.example.ng', true],
    ['ada.example.com', false],
    ['ada@example', false],
    ['ada @example.com', false],
    ['<img@x.co>', false],
    ['a\u0000b@example.com', false],
    [`${'a'.repeat(250)}@b.ng`, false],
  ])('%s is an email: %s', (typed, is) => expect(isEmail(typed)).toBe(is));

  test('a made-up username is never longer than ten letters', () => {
    expect(USERNAME_MAX).toBe(10);
    for (let i = 0; i < 1; i += 0.01) {
      for (let j = 0; j < 1; j += 0.01) {
        const numbers = [i, j];
        const name = makeUsername(() => numbers.shift() ?? 0);
        expect(readUsername(name)).toBe(name);
      }
    }
  });

  test('adults are 18', () => expect(ADULT_AGE_YEARS).toBe(18));
});
