import { describe, expect, test } from 'vitest';
import {
  accountAgeDays,
  countsAt,
  dayOf,
  lagosDate,
  monthOf,
  nextRaffleDraw,
  type Period,
  weekOf,
} from '../../../src/rules/calendar.ts';

const at = (iso: string) => Date.parse(iso);
const shown = ({ startsAt, endsAt }: Period) =>
  [startsAt, endsAt].map((ms) => new Date(ms).toISOString());

describe('a day in Lagos starts at 00:00, which is 23:00 UTC the day before', () => {
  test.each([
    ['2026-11-20T22:59:59.999Z', '2026-11-20', '2026-11-19T23:00:00.000Z'],
    ['2026-11-20T23:00:00.000Z', '2026-11-21', '2026-11-20T23:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01', '2026-12-31T23:00:00.000Z'],
    ['2028-02-28T23:30:00.000Z', '2028-02-29', '2028-02-28T23:00:00.000Z'],
  ])('%s is in %s', (instant, date, startsAt) => {
    expect(lagosDate(at(instant))).toBe(date);
    expect(shown(dayOf(at(instant)))[0]).toBe(startsAt);
    expect(dayOf(at(instant)).endsAt - dayOf(at(instant)).startsAt).toBe(86_400_000);
  });
});

describe('a week in Lagos starts on Monday at 00:00', () => {
  test.each([
    // Sunday's last millisecond, and Monday's first.
    ['2026-11-22T22:59:59.999Z', '2026-11-15T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    ['2026-11-22T23:00:00.000Z', '2026-11-22T23:00:00.000Z', '2026-11-29T23:00:00.000Z'],
    // A week across the year's end.
    ['2026-12-31T23:30:00.000Z', '2026-12-27T23:00:00.000Z', '2027-01-03T23:00:00.000Z'],
    ['1969-12-31T00:00:00.000Z', '1969-12-28T23:00:00.000Z', '1970-01-04T23:00:00.000Z'],
  ])('%s is in the week from %s', (instant, startsAt, endsAt) => {
    expect(shown(weekOf(at(instant)))).toEqual([startsAt, endsAt]);
  });
});

describe('a month in Lagos starts on the 1st at 00:00', () => {
  test.each([
    ['2026-11-30T22:59:59.999Z', '2026-10-31T23:00:00.000Z', '2026-11-30T23:00:00.000Z'],
    ['2026-12-31T23:00:00.000Z', '2026-12-31T23:00:00.000Z', '2027-01-31T23:00:00.000Z'],
    ['2028-02-10T00:00:00.000Z', '2028-01-31T23:00:00.000Z', '2028-02-29T23:00:00.000Z'],
  ])('%s is in the month from %s', (instant, startsAt, endsAt) => {
    expect(shown(monthOf(at(instant)))).toEqual([startsAt, endsAt]);
  });
});

describe('which period a result counts for', () => {
  const issued = at('2026-11-22T22:00:00.000Z');
  const close = at('2026-11-22T23:00:00.000Z');
  test.each([
    ['arrives in the same week', close - 1, issued],
    ['arrives a day late to the millisecond', close + 86_400_000 - 1, issued],
    ['arrives later', close + 86_400_000, close + 86_400_000],
  ])('a round issued on Sunday night that %s', (_when, arrivedAt, expected) => {
    expect(countsAt(issued, arrivedAt, weekOf)).toBe(expected);
  });
});

describe('the raffle is drawn at 13:00 Lagos', () => {
  test.each([
    ['2026-11-21T00:00:00Z', '2026-11-29T12:00:00.000Z'],
    ['2026-11-29T11:59:59Z', '2026-11-29T12:00:00.000Z'],
    ['2026-11-29T12:00:00Z', '2026-11-30T12:00:00.000Z'],
    ['2026-11-30T12:00:00Z', '2026-12-29T12:00:00.000Z'],
    // No 29 February: its last day; a leap year has one, and no 30th.
    ['2027-02-01T00:00:00Z', '2027-02-28T12:00:00.000Z'],
    ['2028-02-29T11:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['2028-02-29T12:00:00Z', '2028-03-29T12:00:00.000Z'],
    ['2026-12-30T12:00:00Z', '2027-01-29T12:00:00.000Z'],
  ])('after %s comes %s', (now, draw) => {
    expect(new Date(nextRaffleDraw(at(now))).toISOString()).toBe(draw);
  });
});

test('the age of an account goes on by the millisecond, in days of 24 hours', () => {
  const made = at('2026-11-01T09:30:00Z');
  expect(accountAgeDays(made, made + 43_200_000)).toBe(0.5);
  expect(accountAgeDays(made, made + 30 * 86_400_000)).toBe(30);
  expect(accountAgeDays(made, made + 30 * 86_400_000 + 1)).toBeGreaterThan(30);
  expect(accountAgeDays(made, made - 5)).toBe(0);
  expect(accountAgeDays(Number.NaN, made) <= 30).toBe(false);
});
