import { expect, test } from 'vitest';
import { type CsvValue, csvLines } from '../../../src/rules/csv.ts';

/** A spreadsheet's value of the cell; a formula of one text is that text. */
function read(value: CsvValue, isPlain = false): unknown {
  const [, line = ''] = csvLines(['what'], [[value]], isPlain);
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

test('a file for programs has the digits alone, and nothing before its first name', () => {
  const columns = ['reference', 'to', 'bank'];
  const rows = [['PO-1', '0123456789', '044']];
  expect(csvLines(columns, rows, true)).toEqual(['reference,to,bank', 'PO-1,0123456789,044']);
  expect(csvLines(columns, rows)).toEqual([
    '\uFEFFreference,to,bank',
    'PO-1,"=""0123456789""","=""044"""',
  ]);
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
  const [, line] = csvLines(['a', 'b'], [['Ada, "the" bank', 'one\r\ntwo']]);
  expect(line).toBe('"Ada, ""the"" bank","one\r\ntwo"');
});

test('figures, amounts, times and plain texts stand as they are, and nothing is nothing', () => {
  const row = [-5, '800.00', new Date(0), 'Ọlá Ñandú', null, undefined, ''];
  const [, line] = csvLines([], [row]);
  expect(line).toBe('-5,800.00,1970-01-01T00:00:00.000Z,Ọlá Ñandú,,,');
});
