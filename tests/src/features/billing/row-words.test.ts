import { describe, expect, test } from 'vitest';
import type { PassbookRow } from '../../../../src/contract/payments.ts';
import { rowWords, signedCoins } from '../../../../src/features/billing/passbook.tsx';
import { aRow } from './billing.tsx';

const ROUND = { id: 'round-61d4', categoryId: 'la-liga', level: 'hard', shown: 0 };
const NAMES = { 'la-liga': 'La Liga' };

const opened: Partial<PassbookRow> = { reason: 'round-opened', coins: -200, way: null };
const counted: Partial<PassbookRow> = { reason: 'round-counted', coins: 120, way: null };
const expired: Partial<PassbookRow> = { reason: 'round-expired', coins: 200, way: null };

describe('what moved coins', () => {
  test.each<[Partial<PassbookRow>, string, string, string | null]>([
    [{ ...opened, round: ROUND }, 'out', 'La Liga, Hard', 'Game R-61D4'],
    [{ ...opened, round: { ...ROUND, categoryId: 'x' } }, 'out', 'Game, Hard', 'Game R-61D4'],
    [
      { ...counted, round: { ...ROUND, shown: 4 } },
      'back',
      'Coins given back',
      'Game R-61D4: you left after 4 questions',
    ],
    [
      { ...counted, round: { ...ROUND, shown: 1 } },
      'back',
      'Coins given back',
      'Game R-61D4: you left after 1 question',
    ],
    [{ ...expired, round: ROUND }, 'back', 'Coins given back', 'Game R-61D4 did not finish'],
    [
      { ...expired, reason: 'round-repaired', coins: 20, round: ROUND },
      'back',
      'Coins given back',
      'Game R-61D4: a question was wrong',
    ],
    [
      { plan: 'daily', reason: 'subscription', way: 'airtime' },
      'in',
      'Daily subscription',
      'Airtime',
    ],
    [{ reason: 'subscription', way: null }, 'in', 'Subscription', null],
    [{ way: 'mobile-money' }, 'in', 'Coins bought', 'Mobile money'],
    [{ reason: 'coins-corrected', coins: 250, way: null }, 'in', 'Put right by us', null],
    [{ reason: 'coins-corrected', coins: -250, way: null }, 'out', 'Put right by us', null],
    [
      { reason: 'payment-reversed', plan: 'daily', coins: -1000, way: 'card' },
      'out',
      'Payment taken back',
      'Card',
    ],
    [
      { reason: 'payment-returned', plan: 'daily', coins: 1000, way: 'card' },
      'back',
      'Payment given back',
      'Card',
    ],
    [{ reason: 'A gift', way: null }, 'in', 'A gift', null],
  ])('%o is %s: %s', (parts, direction, title, detail) => {
    expect(rowWords(aRow(1, parts), NAMES)).toEqual({ direction, title, detail });
  });
});

test.each([
  [-1150, '−1,150'],
  [750, '+750'],
  [0, '0'],
])('%i coins read %s', (coins, text) => {
  expect(signedCoins(coins)).toBe(text);
});
