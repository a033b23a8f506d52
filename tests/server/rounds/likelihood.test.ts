import { expect, test } from 'vitest';
import { atLeast, atMostBy, expectedBy } from '../../../server/rounds/likelihood.ts';

test('at least so many right answers by chance', () => {
  expect(atLeast({ right: 10, asked: 10 }, 0.25)).toBeCloseTo(0.25 ** 10, 12);
  expect(atLeast({ right: 9, asked: 10 }, 0.25)).toBeCloseTo(31 * 0.25 ** 10, 12);
  expect(atLeast({ right: 0, asked: 40 }, 0.5)).toBeCloseTo(1, 9);
  expect(atLeast({ right: 1500, asked: 3000 }, 0.5)).toBeCloseTo(0.507, 3);
});

const of = (asked: number, right: number, past: number) => ({
  asked,
  past: { right, asked: past },
});

test('at most so many, by what somebody has answered before', () => {
  expect(atMostBy(20, [of(20, 90, 100)])).toBeCloseTo(1, 9);
  // With a long past it is nearly the binomial chance: 0.5 ^ 2 for none of two.
  expect(atMostBy(0, [of(2, 500_000, 1_000_000)])).toBeCloseTo(0.25, 4);
});

test('several kinds of question are judged by their sum', () => {
  const [easy, hard] = [of(1, 900_000, 1_000_000), of(1, 500_000, 1_000_000)];
  expect(atMostBy(0, [easy, hard])).toBeCloseTo(0.05, 4);
  expect(atMostBy(1, [easy, hard])).toBeCloseTo(0.55, 4);
  expect(atMostBy(2, [easy, hard])).toBeCloseTo(1, 7);
  expect(expectedBy([easy, hard])).toBeCloseTo(1.4, 4);
});

test('the less somebody has answered, the less a bad result says', () => {
  const few = atMostBy(10, [of(20, 9, 10)]);
  const many = atMostBy(10, [of(20, 900, 1000)]);
  expect(few).toBeGreaterThan(100 * many);
});
