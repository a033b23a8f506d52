import { expect, test } from 'vitest';
import { cheatsPassed, honestToPerson } from '../../support/honesty/proofs.ts';
import { honestWeeks, scriptWeeks } from '../../support/honesty/simulate.ts';

// More by its own command: npm run honesty.

test('of 1,200 weeks of honest players at most one is flagged', () => {
  expect(honestWeeks(1200, 11).flagged).toBeLessThanOrEqual(1);
});

test('the more cunning a script, the fewer of its weeks are flagged; one that gains little is not', () => {
  const caught = scriptWeeks(20, 11).map(({ weeks, flagged }) => flagged / weeks);
  expect(caught.slice(0, 3)).toEqual([1, 1, 1]);
  for (const share of caught.slice(3, 5)) expect(share).toBeGreaterThan(0.7);
  for (const share of caught.slice(5, 7)) expect(share).toBeGreaterThan(0.1);
  expect(caught).toHaveLength(8);
});

test('of honest players at most one proof round in twenty goes to a person', () => {
  expect(honestToPerson(400, 11)).toBeLessThanOrEqual(0.05);
});

test('who wins by a script passes only by knowing nearly as much', () => {
  for (const { ranked, own, passed } of cheatsPassed(300, 11)) {
    if (own <= ranked - 0.35) expect(passed, `${own} for ${ranked}`).toBeLessThan(0.1);
    if (own >= ranked) expect(passed, `${own} for ${ranked}`).toBeGreaterThan(0.95);
  }
});
