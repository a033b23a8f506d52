import { describe, expect, test } from 'vitest';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';
import {
  hundredsPassed,
  namedRaffleMonth,
  raffleMonthOf,
  rafflePrize,
} from '../../../src/rules/raffle.ts';

const iso = (at: number) => new Date(at).toISOString();

describe('the raffle goes from 13:00 Lagos on the 29th to the next one', () => {
  test.each([
    ['2026-11-29T11:59:59.999Z', '2026-11', '2026-10-29T12:00:00.000Z', '2026-11-29T12:00:00.000Z'],
    ['2026-11-29T12:00:00.000Z', '2026-12', '2026-11-29T12:00:00.000Z', '2026-12-29T12:00:00.000Z'],
    ['2026-12-31T23:30:00.000Z', '2027-01', '2026-12-29T12:00:00.000Z', '2027-01-29T12:00:00.000Z'],
    // No 29 February: its last day. A leap year has one.
    ['2027-02-28T11:59:59.999Z', '2027-02', '2027-01-29T12:00:00.000Z', '2027-02-28T12:00:00.000Z'],
    ['2027-02-28T12:00:00.000Z', '2027-03', '2027-02-28T12:00:00.000Z', '2027-03-29T12:00:00.000Z'],
    ['2028-02-28T12:00:00.000Z', '2028-02', '2028-01-29T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
    // Midnight of Lagos on the 1st is 23:00 in UTC.
    ['2026-11-30T23:00:00.000Z', '2026-12', '2026-11-29T12:00:00.000Z', '2026-12-29T12:00:00.000Z'],
  ])('%s is in the raffle of %s', (at, month, startsAt, endsAt) => {
    const of = raffleMonthOf(Date.parse(at));
    expect([of.month, iso(of.startsAt), iso(of.endsAt)]).toEqual([month, startsAt, endsAt]);
    expect(namedRaffleMonth(month)).toEqual(of);
  });

  test.each(['', '2026', '2026-00', '2026-13', '2026-1', '2026-11-29', '1999-11'])(
    '%j names no month',
    (named) => {
      expect(namedRaffleMonth(named)).toBeNull();
    },
  );
});

test.each([
  [0, 99, []],
  [0, 100, [1]],
  [99, 100, [1]],
  [100, 199, []],
  [150, 420, [2, 3, 4]],
  [300, 300, []],
])('points from %i to %i pass the hundreds %j', (before, after, hundreds) => {
  expect(hundredsPassed(before, after)).toEqual(hundreds);
});

test('the raffle pays what the prize table says, and is none where the table has no raffle', () => {
  expect(rafflePrize(DEFAULT_PRIZES)).toMatchObject({ naira: 1_000_000, places: 1, reserves: 5 });
  expect(rafflePrize(DEFAULT_PRIZES.filter(({ board }) => board !== 'raffle'))).toBeNull();
});
