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
    ['one of 30 days', aged(30 * DAY), true],
    ['one a millisecond before its 31st day', aged(31 * DAY - 1), true],
    ['one of 31 days', aged(31 * DAY), false],
    ['one without a date', null, false],
    ['one with a date that is none', 'yesterday', false],
  ])('%s', (_which, createdAt, isDaily) => {
    expect(seesDailyBoards({ createdAt }, all, NOON)).toBe(isDaily);
    expect(seesDailyBoards({ createdAt }, glo, NOON)).toBe(true);
  });
});
