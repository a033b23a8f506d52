import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import * as v from 'valibot';
import { CATEGORY_IDS, LEVELS, type Question, QuestionSchema } from '../question.ts';
import { plain } from '../text/plain.ts';

const OPTIONS = ['option1', 'option2', 'option3', 'option4'] as const;
const REQUIRED = ['category', 'level', 'question', ...OPTIONS, 'answer', 'fact', 'from'];
const COLUMNS = [
  ...['id', 'category', 'level', 'template', 'question', ...OPTIONS, 'answer', 'fact', 'from'],
  ...['alsoRight', 'when', 'subject', 'reviewBy', 'picture'],
];

/**
 * The questions as CSV with a header. A cell that a spreadsheet could run as a formula is quoted.
 */
function asCsv(questions: readonly Question[]): string {
  const rows = questions.map(({ options, alsoRight, picture, ...cells }) => ({
    ...cells,
    ...Object.fromEntries(OPTIONS.map((column, index) => [column, options[index]])),
    alsoRight: alsoRight?.join('|'),
    picture: picture && JSON.stringify(picture),
  }));
  return stringify(rows, { header: true, columns: COLUMNS, bom: true, escape_formulas: true });
}

/**
 * The rows of a CSV file with a header. Throws a BadFile when two columns cannot be distinguished.
 */
function csvRows(content: string): RawRow[] {
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

/** A column's name as the bank writes it. The header may write it in capitals. */
function columnOf(cell: string): string {
  const name = cell.trim().toLowerCase();
  return COLUMNS.find((column) => column.toLowerCase() === name) ?? name;
}

const CsvRowsSchema = v.array(
  v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) }),
);

/** The CSV rows that are not empty, each with the number of the line it begins in. */
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

/**
 * The delimiter of a CSV file. Spreadsheets of some countries write semicolons, and some programs
 * write tabs.
 */
function delimiterOf(content: string): string {
  const [header = ''] = content.split('\n', 1);
  return [',', ';', '\t'].find((sign) => header.includes(sign)) ?? ',';
}

/**
 * Removes the apostrophe that `escape_formulas` puts before a cell that could be taken for a
 * formula.
 */
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

/**
 * A picture's data. Text that is not JSON stays text, and is later refused because it is no
 * picture.
 */
function pictureOf(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    return cell;
  }
}

/** A JSON list with one row per line, so that one changed row shows as one changed line. */
export function asLines(rows: readonly unknown[]): string {
  if (rows.length === 0) return '[]\n';
  return `[\n${rows.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`;
}

/** The rows of a JSON list, each with its line. Throws a BadFile for anything else. */
function jsonRows(content: string): RawRow[] {
  const lineAt = lineFinder(content);
  const errors: ParseError[] = [];
  const root = parsed(content, errors);
  const [error] = errors;
  if (error !== undefined) {
    throw new BadFile(`line ${lineAt(error.offset)}: it is no JSON from there on`);
  }
  if (root?.type !== 'array') throw new BadFile('it holds no JSON array');
  return (root.children ?? []).map((node) => ({
    line: lineAt(node.offset),
    row: getNodeValue(node),
  }));
}

function parsed(content: string, errors: ParseError[]): Node | undefined {
  try {
    return parseTree(content, errors, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new BadFile('its lists are nested too deep', { cause: error });
  }
}

/** Gives the line of an offset. The offsets must be asked for in rising order. */
function lineFinder(content: string): (offset: number) => number {
  let line = 1;
  let next = content.indexOf('\n');
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = content.indexOf('\n', next + 1);
    }
    return line;
  };
}

/** A row with its question, or with what is wrong with its form. A new question may have no id. */
export type ReadRow = { line: number } & (
  | { question: NewQuestion; problems?: never }
  | { question?: never; problems: string[] }
);
export type NewQuestion = Omit<Question, 'id'> & { id?: string | undefined };

/** The template of a question for which the operator named no template. */
const OWN_TEMPLATE = 'own';

const text = v.pipe(v.string(), v.transform(plain));
const word = v.pipe(text, v.toLowerCase());

/** A question as an operator writes it. */
const RowSchema = v.strictObject({
  ...QuestionSchema.entries,
  id: v.optional(text),
  category: v.pipe(word, v.picklist(CATEGORY_IDS, `must be one of ${CATEGORY_IDS.join(', ')}`)),
  level: v.pipe(word, v.picklist(LEVELS, `must be one of ${LEVELS.join(', ')}`)),
  template: v.optional(v.pipe(text, v.nonEmpty()), OWN_TEMPLATE),
  question: text,
  options: v.array(text),
  answer: text,
  fact: text,
  from: text,
});

const FORMATS = {
  '.csv': { read: csvRows, write: asCsv },
  '.json': { read: jsonRows, write: asLines },
} as const;

/**
 * Reads questions from a JSON or CSV file. Throws an Error when the file as a whole cannot be read.
 */
export function readRows(file: string): ReadRow[] {
  return rawRows(file).map(({ line, row, problems = [] }) => {
    const result = v.safeParse(RowSchema, row);
    if (result.success && problems.length === 0) return { line, question: result.output };
    const issues = result.success ? [] : result.issues.map(issueText);
    return { line, problems: [...problems, ...issues] };
  });
}

/**
 * The questions as the text of a file of that name: JSON with one question per line, or CSV with a
 * header.
 */
export function writtenAs(file: string, questions: readonly Question[]): string {
  return formatOf(file).write(questions);
}

function formatOf(file: string): (typeof FORMATS)[keyof typeof FORMATS] {
  const ending = extname(file).toLowerCase();
  if (ending === '.csv' || ending === '.json') return FORMATS[ending];
  throw new Error(`${file}: its name must end in .json or .csv`);
}

function rawRows(file: string): RawRow[] {
  const { read } = formatOf(file);
  try {
    const rows = read(readUtf8(file));
    if (rows.length === 0) throw new BadFile('it holds no questions');
    return rows;
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
}

function readUtf8(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new BadFile('it cannot be read', { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new BadFile('it is not UTF-8: save it as "CSV UTF-8"', { cause: error });
  }
}

const REASONS: Readonly<Record<string, string>> = {
  never: 'is no field of a question',
  string: 'must be text',
  array: 'must be a list',
  iso_date: 'must be a day such as 2027-08-01',
};

function issueText(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue) ?? 'the row';
  if (issue.received === 'undefined') return `${where} is missing`;
  if (issue.expected === 'never') return `${where} ${REASONS.never}`;
  return `${where}: ${REASONS[issue.type] ?? issue.message}`;
}

/** The error for a file that is not a list of rows. */
class BadFile extends Error {
  override name = 'BadFile';
}

/** A row as the file has it, with the line it begins in and what is wrong with its cells. */
type RawRow = { line: number; row: unknown; problems?: string[] };
