import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import * as v from 'valibot';
import type { Question } from '../question.ts';
import type { RawRow } from './raw-row.ts';
import { BadFile } from './raw-row.ts';

const OPTIONS = ['option1', 'option2', 'option3', 'option4'] as const;
const REQUIRED = ['category', 'level', 'question', ...OPTIONS, 'answer', 'fact', 'from'];
const COLUMNS = [
  ...['id', 'category', 'level', 'template', 'question', ...OPTIONS, 'answer', 'fact', 'from'],
  ...['alsoRight', 'when', 'subject', 'reviewBy', 'picture'],
];

/** The questions as CSV with a header. What a spreadsheet could run as a formula is quoted. */
export function asCsv(questions: readonly Question[]): string {
  const rows = questions.map(({ options, alsoRight, picture, ...cells }) => ({
    ...cells,
    ...Object.fromEntries(OPTIONS.map((column, index) => [column, options[index]])),
    alsoRight: alsoRight?.join('|'),
    picture: picture && JSON.stringify(picture),
  }));
  return stringify(rows, { header: true, columns: COLUMNS, bom: true, escape_formulas: true });
}

/** The rows of a CSV file with a header. Throws a BadFile when they are not to be told apart. */
export function csvRows(content: string): RawRow[] {
  const [header, ...lines] = csvLines(content);
  const columns = header?.cells.map(columnOf) ?? [];
  while (columns.at(-1) === '') columns.pop();
  const wrong = [
    ...REQUIRED.filter((one) => !columns.includes(one)).map((one) => `no column ${one}`),
    ...columns.filter((one) => !COLUMNS.includes(one)).map((one) => `unknown column "${one}"`),
    ...columns
      .filter((one, index) => columns.indexOf(one) !== index)
      .map((one) => `column ${one} twice`),
  ];
  if (wrong.length > 0) throw new BadFile(`line ${header?.line ?? 1}: ${wrong.join(', ')}`);
  return lines.map(({ line, cells }) => {
    const filledCells = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
    const problems =
      cells.length < columns.length || filledCells > columns.length
        ? [`${cells.length} cells instead of ${columns.length}`]
        : [];
    const filled = columns.flatMap((column, index) =>
      cells[index] === undefined || cells[index] === '' ? [] : [[column, cells[index]] as const],
    );
    return { line, row: fromCells(Object.fromEntries(filled)), problems };
  });
}

/** A column's name as the bank writes it, however the header does. */
function columnOf(cell: string): string {
  const name = cell.trim().toLowerCase();
  return COLUMNS.find((column) => column.toLowerCase() === name) ?? name;
}

const CsvRowsSchema = v.array(
  v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) }),
);

/** The lines that hold something, each with the number of the line it begins in. */
function csvLines(content: string): { line: number; cells: string[] }[] {
  try {
    const options = { info: true, relax_column_count: true, delimiter: delimiterOf(content) };
    let line = 1;
    const rows = v.parse(CsvRowsSchema, parse(content, options)).map(({ info, record }) => {
      const begins = line;
      line = info.lines + 1;
      return { line: begins, cells: record };
    });
    return rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError) throw new BadFile(error.message, { cause: error });
    throw error;
  }
}

/** Spreadsheets of some countries write semicolons, some programs tabs. */
function delimiterOf(content: string): string {
  const [header = ''] = content.split('\n', 1);
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
}

/** `escape_formulas` puts an apostrophe before a cell that could be taken for a formula. */
const unescaped = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r])/, '');

function fromCells(cells: Readonly<Record<string, string>>): unknown {
  const plain = Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, unescaped(cell)]),
  );
  const { option1, option2, option3, option4, alsoRight, picture, ...others } = plain;
  const options = [option1, option2, option3, option4].filter((one) => one !== undefined);
  return {
    ...others,
    options,
    ...(alsoRight !== undefined && { alsoRight: alsoRight.split('|') }),
    ...(picture !== undefined && { picture: pictureOf(picture) }),
  };
}

/** A picture's data; what is no JSON stays text, and is refused as no picture. */
function pictureOf(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}
