import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import type { ParseError } from 'jsonc-parser';
import { getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser';
import * as v from 'valibot';
import { asLines } from './content.ts';
import { slug } from './fold.ts';
import { list } from './names.ts';
import type { Question } from './question.ts';
import { QuestionSchema } from './question.ts';
import { hash } from './seeded.ts';

/** The template of a question that names none: it is worded by the operator. */
const OWN_TEMPLATE = 'own';

const text = v.pipe(v.string(), v.trim(), v.normalize('NFC'));

/** A question as an operator writes it: without an id it is new. */
const RowSchema = v.strictObject({
  ...QuestionSchema.entries,
  id: v.optional(v.string()),
  template: v.optional(v.pipe(text, v.nonEmpty()), OWN_TEMPLATE),
  question: text,
  options: v.array(text),
  answer: text,
  fact: text,
  from: text,
});

/** A row of a file: the line it begins in, and its question or what is wrong with its form. */
export type ReadRow = { line: number } & (
  | { question: Question; problems?: never }
  | { question?: never; problems: string[] }
);

/** Reads questions from a JSON or CSV file; throws an Error when it cannot be read as a whole. */
export function readRows(file: string): ReadRow[] {
  return rawRows(file).map(({ line, row, problems }) => {
    const result = v.safeParse(RowSchema, row);
    const issues = result.success ? [] : result.issues.map(issueText);
    const all = [...(problems ?? []), ...issues];
    if (!result.success || all.length > 0) return { line, problems: all };
    const { id, ...question } = result.output;
    return { line, question: { id: id || idOf(question), ...question } };
  });
}

/** The questions as the text of a file of that name: JSON, one a line, or CSV with a header. */
export function writtenAs(file: string, questions: readonly Question[]): string {
  if (formatOf(file) === 'json') return asLines(questions);
  const rows = questions.map(({ options, alsoRight, ...cells }) => ({
    ...cells,
    ...Object.fromEntries(OPTIONS.map((column, index) => [column, options[index]])),
    alsoRight: alsoRight?.join('|'),
  }));
  return stringify(rows, { header: true, columns: COLUMNS, bom: true, escape_formulas: true });
}

function rawRows(file: string): RawRow[] {
  const read = formatOf(file) === 'csv' ? csvRows : jsonRows;
  let content: string;
  try {
    content = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`${file}: cannot be read`, { cause: error });
  }
  try {
    return read(content);
  } catch (error) {
    if (!(error instanceof BadFile)) throw error;
    throw new Error(`${file}: ${error.message}`, { cause: error });
  }
}

/** A file that is no list of rows at all. */
class BadFile extends Error {
  override name = 'BadFile';
}

function formatOf(file: string): 'csv' | 'json' {
  const ending = extname(file).toLowerCase();
  if (ending === '.csv') return 'csv';
  if (ending === '.json') return 'json';
  throw new Error(`${file}: its name must end in .json or .csv`);
}

/** The same question gets the same id: a file imported twice changes nothing the second time. */
function idOf({ category, question }: Omit<Question, 'id'>): string {
  return `own-${hash(`${category} ${slug(question)}`)
    .toString(16)
    .padStart(8, '0')}`;
}

type RawRow = { line: number; row: unknown; problems?: string[] };

function issueText(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue);
  return where === null ? issue.message : `${where}: ${issue.message}`;
}

function jsonRows(content: string): RawRow[] {
  const errors: ParseError[] = [];
  const root = parseTree(content, errors, { disallowComments: true });
  const lineAt = (offset: number): number => content.slice(0, offset).split('\n').length;
  const [error] = errors;
  if (error !== undefined) {
    throw new BadFile(`line ${lineAt(error.offset)}: ${printParseErrorCode(error.error)}`);
  }
  if (root?.type !== 'array') throw new BadFile('it holds no JSON array');
  return (root.children ?? []).map((node) => ({
    line: lineAt(node.offset),
    row: getNodeValue(node),
  }));
}

const OPTIONS = ['option1', 'option2', 'option3', 'option4'] as const;
const REQUIRED = ['category', 'level', 'question', ...OPTIONS, 'answer', 'fact', 'from'];
const COLUMNS = [
  ...['id', 'category', 'level', 'template', 'question', ...OPTIONS, 'answer', 'fact', 'from'],
  ...['alsoRight', 'when', 'subject', 'reviewBy'],
];

function csvRows(content: string): RawRow[] {
  const [header, ...lines] = csvLines(content);
  const columns = header?.cells ?? [];
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw new BadFile(`line 1: no column ${missing.join(', ')}`);
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0) throw new BadFile(`line 1: unknown column ${unknown.join(', ')}`);
  return lines.map(({ line, cells }) => {
    const problems =
      cells.length === columns.length ? [] : [`${cells.length} cells instead of ${columns.length}`];
    const filled = columns.flatMap((column, index) =>
      cells[index] === undefined || cells[index] === '' ? [] : [[column, cells[index]] as const],
    );
    return { line, row: fromCells(Object.fromEntries(filled)), problems };
  });
}

function csvLines(content: string): { line: number; cells: string[] }[] {
  try {
    const rows = parse(content, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    });
    let line = 1;
    return v.parse(CsvRowsSchema, rows).map(({ info, record }) => {
      const begins = line;
      line = info.lines + 1;
      return { line: begins, cells: record };
    });
  } catch (error) {
    if (error instanceof CsvError) throw new BadFile(error.message, { cause: error });
    throw error;
  }
}

const CsvRowsSchema = v.array(
  v.object({ info: v.object({ lines: v.number() }), record: v.array(v.string()) }),
);

/** A cell that a spreadsheet could take for a formula stands behind an apostrophe in exports. */
function fromCells(cells: Readonly<Record<string, string>>): unknown {
  const plain = Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, cell.replace(/^'(?=[=+\-@\t\r])/, '')]),
  );
  const { option1, option2, option3, option4, alsoRight, ...others } = plain;
  const options = [option1, option2, option3, option4].filter((one) => one !== undefined);
  return { ...others, options, ...(alsoRight !== undefined && { alsoRight: list(alsoRight) }) };
}
