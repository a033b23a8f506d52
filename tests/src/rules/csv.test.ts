import { expect, test } from 'vitest';
import { type CsvValue, csvLine } from '../../../src/rules/csv.ts';

/** What a spreadsheet has in its cell; a formula of one text is that text. */
function read(value: CsvValue, isPlain = false): unknown {
  const line = csvLine([value], isPlain);
  const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
  const text = /^="([^"]*)"$/.exec(cell)?.[1];
  if (text !== undefined) return text;
  return cell.trim() !== '' && Number.isFinite(Number(cell)) ? Number(cell) : cell;
}

test.each(['0123456789', '044', '058', '2348030000055', '0000000000', '12e5', '1E400'])(
  'the text %s is the same text in a spreadsheet',
  (text) => {
    expect(read(text)).toBe(text);
  },
);

test('a file for programs has the digits alone', () => {
  expect(csvLine(['PO-1', '0123456789', '044'], true)).toBe('PO-1,0123456789,044');
  expect(csvLine(['PO-1', '0123456789', '044'])).toBe('PO-1,"=""0123456789""","=""044"""');
});

test.each([
  '=cmd|"/c calc"!A1',
  '+1+1',
  '+2348030000055',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\tAda',
  '\r=1',
  '\n=1',
  ' =1',
  '\u00a0=1',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '="0123"',
])('%j, which a spreadsheet would work out, is a text in it, for programs too', (formula) => {
  expect(read(formula)).toBe(`'${formula}`);
  expect(read(formula, true)).toBe(`'${formula}`);
});

test('what would be read as more than one cell is one', () => {
  expect(csvLine(['Ada, "the" bank', 'one\r\ntwo'])).toBe('"Ada, ""the"" bank","one\r\ntwo"');
});

test('figures, amounts, times and plain texts stand as they are, and nothing is nothing', () => {
  const line = csvLine([-5, '800.00', new Date(0), 'Ọlá Ñandú', null, undefined, '']);
  expect(line).toBe('-5,800.00,1970-01-01T00:00:00.000Z,Ọlá Ñandú,,,');
});
