import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import {
  DAILY_PLAY_CAP,
  playsRemaining,
  questionLevel,
  ROUND_DELIVERY_MS,
  ROUND_PLAYABLE_MS,
  UNFINISHED_ROUNDS_MAX,
} from '../../../src/rules/plays.ts';

describe('plays remaining', () => {
  test.each([
    [0, 50],
    [1, 49],
    [49, 1],
    [50, 0],
  ])('%i used leaves %i', (used, left) => expect(playsRemaining(used)).toBe(left));

  test.each([51, -1, 1.5, Number.NaN])('a count of %d is ignored', (used) => {
    expect(playsRemaining(used)).toBeNull();
  });

  test('the cap is 50', () => expect(DAILY_PLAY_CAP).toBe(50));
});

describe('the 21-day rule', () => {
  const now = Date.UTC(2026, 10, 21);
  test.each([
    ['just made', 0, 'easy'],
    ['21 days old to the millisecond', 21 * DAY_MS, 'easy'],
    ['a millisecond older', 21 * DAY_MS + 1, 'hard'],
    ['a year old', 365 * DAY_MS, 'hard'],
  ] as const)('an account %s (%i ms) gets %s questions', (_age, ageMs, level) => {
    expect(questionLevel('hard', now - ageMs, now)).toBe(level);
  });
});

test('a round can be played for a day, delivered for three more, and two can be open', () => {
  expect(ROUND_PLAYABLE_MS).toBe(24 * 3_600_000);
  expect(ROUND_DELIVERY_MS).toBe(72 * 3_600_000);
  expect(UNFINISHED_ROUNDS_MAX).toBe(2);
});
