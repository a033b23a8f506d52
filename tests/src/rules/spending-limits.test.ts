import { describe, expect, test } from 'vitest';
import { isAdult } from '../../../src/rules/age.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { breakEnd, limitAt, setLimit } from '../../../src/rules/spending-limits.ts';

const WEDNESDAY = Date.parse('2026-11-18T11:00:00Z');
const monday = weekOf(WEDNESDAY).endsAt;
const none = { naira: null, next: null };
const limit = (naira: number | null, next: number | null | undefined = undefined) => ({
  naira,
  next: next === undefined ? null : { naira: next, from: monday },
});

describe('a weekly limit', () => {
  test.each([
    ['the first one', none, 500, limit(500)],
    ['a lower one', limit(500), 200, limit(200)],
    ['a lower one while a higher one waits', limit(500, 900), 200, limit(200)],
    ['the same, which takes a higher one back', limit(500, 900), 500, limit(500)],
    ['a higher one', limit(500), 501, limit(500, 501)],
    ['another higher one', limit(500, 900), 700, limit(500, 700)],
    ['none', limit(500), null, limit(500, null)],
    ['none where there is none', none, null, none],
  ])('%s', (_what, before, wanted, after) => {
    expect(setLimit(before, wanted, WEDNESDAY)).toEqual(after);
  });

  test('that waits takes its place on Monday 00:00 in Lagos, not before', () => {
    expect(limitAt(limit(500, 900), monday - 1)).toEqual(limit(500, 900));
    expect(limitAt(limit(500, 900), monday)).toEqual(limit(900));
    expect(limitAt(limit(500, null), monday)).toEqual(none);
  });

  test('that has taken its place is what the next one is measured by', () => {
    expect(setLimit(limit(500, 900), 700, monday)).toEqual(limit(700));
  });
});

test('a break ends as many days later, and never earlier than the one that runs', () => {
  expect(breakEnd(null, 1, WEDNESDAY)).toBe(WEDNESDAY + DAY_MS);
  expect(breakEnd(WEDNESDAY + 7 * DAY_MS, 1, WEDNESDAY)).toBe(WEDNESDAY + 7 * DAY_MS);
  expect(breakEnd(WEDNESDAY + 7 * DAY_MS, 30, WEDNESDAY)).toBe(WEDNESDAY + 30 * DAY_MS);
});

describe('an adult', () => {
  test.each([
    ['the day before the birthday', '2008-11-19', '2026-11-18T22:59:59Z', false],
    ['the birthday, from 00:00 in Lagos', '2008-11-19', '2026-11-18T23:00:00Z', true],
    ['a year before', '2009-11-18', '2026-11-18T12:00:00Z', false],
    ['long ago', '1960-02-29', '2026-11-18T12:00:00Z', true],
    ['29 February, on 28 February', '2008-02-29', '2026-02-28T22:59:59Z', false],
    ['29 February, on 1 March', '2008-02-29', '2026-02-28T23:00:00Z', true],
    ['28 February', '2010-02-28', '2028-02-27T23:00:00Z', true],
    ['1 March, on 29 February', '2010-03-01', '2028-02-29T12:00:00Z', false],
  ])('%s', (_when, dob, now, is) => {
    expect(isAdult(dob, Date.parse(now))).toBe(is);
  });
});
