import { expect, test } from 'vitest';
import {
  PROMO_AT_PLAY,
  PROMO_DISMISSAL_MS,
  PROMO_MAX_ACCOUNT_AGE_DAYS,
} from '../../../src/rules/promos.ts';

test('promos: for 30 days, gone for 6 h, 10 min, 30 min and 17 min, at plays 2, 4 and 5', () => {
  const minutes = Object.values(PROMO_DISMISSAL_MS).map((ms) => ms / 60_000);
  expect(minutes).toEqual([360, 10, 30, 17]);
  expect(PROMO_MAX_ACCOUNT_AGE_DAYS).toBe(30);
  expect(Object.values(PROMO_AT_PLAY)).toEqual([2, 4, 5]);
});
