import { expect, test } from 'vitest';
import { joined } from '../../../../src/features/billing/reads.ts';
import { aRow } from './billing.tsx';

const book = (ids: number[], next: string | null) => ({
  rows: ids.map((id) => aRow(id)),
  next,
  month: { in: 0, out: 0 },
});

test.each([
  ['new rows above the ones kept', [5, 4], '4', [4, 3, 2], null, [5, 4, 3, 2], null],
  ['nothing new', [4, 3], '3', [4, 3, 2], '2', [4, 3, 2], '2'],
  ['a gap, which is asked for again', [9, 8], '8', [4, 3], null, [9, 8], '8'],
  ['a book that has lost its rows', [], null, [4, 3], null, [], null],
])('%s', (_case, newest, next, kept, keptNext, rows, joinedNext) => {
  const result = joined(book(newest, next), book(kept, keptNext));
  expect(result.rows.map(({ id }) => Number(id))).toEqual(rows);
  expect(result.next).toBe(joinedNext);
});

test('the first read is kept as it comes', () => {
  expect(joined(book([2, 1], '1'), undefined)).toEqual(book([2, 1], '1'));
});
