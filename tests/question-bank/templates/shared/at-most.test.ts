import { expect, test } from 'vitest';
import { atMost } from '../../../../question-bank/templates/shared/at-most.ts';

test('at most the given number of rows per name is kept, and one if one is asked for', () => {
  const rows = ['a1', 'a2', 'a3', 'b1'];
  const kept = (most: number) => atMost(most, rows, (row) => row.charAt(0));
  expect(kept(1)).toHaveLength(2);
  expect(kept(2)).toHaveLength(3);
  expect(kept(9).toSorted()).toEqual(rows);
});
