import { describe, expect, test } from 'vitest';
import { brandOf } from '../../../../src/config/brands.ts';
import { seesDailyBoards } from '../../../../src/features/leaderboard/leaderboard-page.tsx';
import { NOON } from '../../../support/builders.ts';

const DAY = 86_400_000;
const all = brandOf('all', null, 'all');
const glo = brandOf('glo', null, 'all');
const aged = (ms: number) => new Date(NOON - ms).toISOString();

describe('who sees the daily boards', () => {
  test.each([
    ['a new account', aged(0), true],
    ['one of 30 days to the millisecond', aged(30 * DAY), true],
    ['one a millisecond older', aged(30 * DAY + 1), false],
    ['one without a date', null, false],
    ['one with a date that is none', 'yesterday', false],
  ])('%s', (_which, createdAt, isDaily) => {
    expect(seesDailyBoards({ createdAt }, all, NOON)).toBe(isDaily);
    expect(seesDailyBoards({ createdAt }, glo, NOON)).toBe(true);
  });
});
