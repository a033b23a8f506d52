import { expect, test } from 'vitest';
import { lastPointsOf, type Tiered, type Tiers, tierAt } from '../../../src/rules/tiers.ts';

const TIERS: Tiers<Tiered & { name: string }> = [
  { fromPoints: 0, name: 'low' },
  { fromPoints: 10, name: 'middle' },
  { fromPoints: 20, name: 'high' },
];

test.each([
  [-5, 'low'],
  [0, 'low'],
  [9, 'low'],
  [10, 'middle'],
  [19, 'middle'],
  [20, 'high'],
  [1_000_000, 'high'],
])('at %i points the %s step holds', (points, name) => {
  expect(tierAt(TIERS, points).name).toBe(name);
});

test('each step ends where the next begins, the last one nowhere', () => {
  expect(TIERS.map((_, index) => lastPointsOf(TIERS, index))).toEqual([
    9,
    19,
    Number.POSITIVE_INFINITY,
  ]);
});
