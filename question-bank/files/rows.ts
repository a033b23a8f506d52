import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import * as v from 'valibot';
import type { Question } from '../question.ts';
import { CATEGORY_IDS, LEVELS, QuestionSchema } from '../question.ts';
import { plain } from '../text/plain.ts';
import { asCsv, csvRows } from './csv-rows.ts';
import { asLines, jsonRows } from './json-rows.ts';
import type { RawRow } from './raw-row.ts';
import { BadFile } from './raw-row.ts';

/** A row that holds a question, without an id when it is new, or what is wrong with its form. */
export type ReadRow = { line: number } & (
  | { question: NewQuestion; problems?: never }
  | { question?: never; problems: string[] }
);
export type NewQuestion = Omit<Question, 'id'> & { id?: string | undefined };

/** The template of a question that names none: it is worded by the operator. */
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

/** Reads questions from a JSON or CSV file; throws an Error when it cannot be read as a whole. */
export function readRows(file: string): ReadRow[] {
  return rawRows(file).map(({ line, row, problems = [] }) => {
    const result = v.safeParse(RowSchema, row);
    if (result.success && problems.length === 0) return { line, question: result.output };
    const issues = result.success ? [] : result.issues.map(issueText);
    return { line, problems: [...problems, ...issues] };
  });
}

/** The questions as the text of a file of that name: JSON, one a line, or CSV with a header. */
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
