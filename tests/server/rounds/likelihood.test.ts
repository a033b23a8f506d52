import { expect, test } from 'vitest';
import { atLeast, atMostBy } from '../../../server/rounds/likelihood.ts';

test('at least so many right answers by chance', () => {
  expect(atLeast({ right: 10, asked: 10 }, 0.25)).toBeCloseTo(0.25 ** 10, 12);
  expect(atLeast({ right: 9, asked: 10 }, 0.25)).toBeCloseTo(31 * 0.25 ** 10, 12);
  expect(atLeast({ right: 0, asked: 40 }, 0.5)).toBeCloseTo(1, 9);
  expect(atLeast({ right: 1500, asked: 3000 }, 0.5)).toBeCloseTo(0.507, 3);
});

test('at most so many, by what somebody has answered before', () => {
  // Without a past each number of right answers is as likely as any other.
  expect(atMostBy({ right: 4, asked: 20 }, { right: 0, asked: 0 })).toBeCloseTo(5 / 21, 9);
  expect(atMostBy({ right: 20, asked: 20 }, { right: 90, asked: 100 })).toBeCloseTo(1, 9);
  // With much of a past it is the binomial one: 0.5 ^ 2 for none of two.
  expect(atMostBy({ right: 0, asked: 2 }, { right: 500_000, asked: 1_000_000 })).toBeCloseTo(
    0.25,
    4,
  );
});

test('the less somebody has answered, the less a bad result says', () => {
  const result = { right: 10, asked: 20 };
  const few = atMostBy(result, { right: 9, asked: 10 });
  const many = atMostBy(result, { right: 900, asked: 1000 });
  expect(few).toBeGreaterThan(0.02);
  expect(many).toBeLessThan(0.0001);
});
