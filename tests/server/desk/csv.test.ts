import { expect, test } from 'vitest';
import { csvCell } from '../../../server/desk/csv.ts';

test('a cell that a spreadsheet would work out is a text in it', () => {
  for (const formula of [
    '=cmd|"/c calc"!A1',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '＝1',
    '＋1',
    '－1',
    '＠x',
  ]) {
    expect(csvCell(formula).replace(/^"/, '')).toMatch(/^'/);
  }
});

test('what would be read as more than one cell is one', () => {
  expect(csvCell('Ada, "the" bank')).toBe('"Ada, ""the"" bank"');
  expect(csvCell('one\r\ntwo')).toBe('"one\r\ntwo"');
});

test('figures, times and plain texts stand as they are', () => {
  expect(csvCell(-5)).toBe('-5');
  expect(csvCell(new Date(0))).toBe('1970-01-01T00:00:00.000Z');
  expect(csvCell('2348030000055')).toBe('2348030000055');
});
