import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DaysInARow, daysAfter, joinDay, lengthOf } from '../../../src/rules/streak.ts';

const FIRST = '2026-11-17';

/** Days get their first round in this order: the result, and the bonuses on the way. */
function played(days: readonly number[]): { rows: DaysInARow[]; bonuses: number } {
  let rows: DaysInARow[] = [];
  let bonuses = 0;
  for (const number of days) {
    const day = daysAfter(FIRST, number);
    const before = rows.find(({ lastDay }) => lastDay === daysAfter(day, -1)) ?? null;
    const after = rows.find(({ firstDay }) => firstDay === daysAfter(day, 1)) ?? null;
    const { joined, isBonusDue } = joinDay(day, { before, after });
    rows = [...rows.filter((row) => row !== before && row !== after), joined];
    if (isBonusDue) bonuses += 1;
  }
  return { rows, bonuses };
}

const until = (days: number) => Array.from({ length: days }, (_, index) => index);

test.each([
  ['six days', until(6), 0],
  ['seven days', until(7), 1],
  ['thirteen days', until(13), 1],
  ['fourteen days', until(14), 2],
  ['six days, a gap and six more', [...until(6), 7, 8, 9, 10, 11, 12], 0],
  ['a day without a line whose round comes later', [0, 1, 2, 4, 5, 6, 3], 1],
  ['a round that joins six days with six', [...until(6), 7, 8, 9, 10, 11, 12, 6], 1],
  ['a day before seven that have counted', [1, 2, 3, 4, 5, 6, 7, 0], 1],
  ['seven that have counted and six before and after', [7, 8, 9, 10, 11, 12, 13, ...until(7)], 2],
])('%s in a row', (_what, days, bonuses) => {
  expect(played(days).bonuses).toBe(bonuses);
});

test('whatever the order of rounds, each seven days in a row give one bonus', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(40), { maxLength: 41 }), (days) => {
      const { rows, bonuses } = played(days);
      const full = rows.map((row) => Math.floor(lengthOf(row) / 7));
      expect(bonuses).toBe(full.reduce((sum, one) => sum + one, 0));
      expect(rows.reduce((sum, row) => sum + lengthOf(row), 0)).toBe(days.length);
    }),
  );
});

test('days go on across months, leap days and years', () => {
  expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(daysAfter('2028-02-28', 1)).toBe('2028-02-29');
  expect(daysAfter('2027-03-01', -1)).toBe('2027-02-28');
  expect(lengthOf({ firstDay: '2026-12-28', lastDay: '2027-01-03' })).toBe(7);
});
