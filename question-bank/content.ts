import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { LockedError, lockFile } from '../server/database/file-lock.ts';
import type { Category, CategoryId, Question } from './question.ts';
import { CATEGORY_IDS, CategorySchema, QuestionSchema } from './question.ts';

/** The folder of the committed bank. */
export const CONTENT = new URL('.', import.meta.url);

const CATEGORIES = 'categories.json';
const OWN = 'questions/own.json';
const RETIRED = 'questions/retired.json';
const UNSAFE = 'facts/unsafe.json';

const generatedFile = (category: CategoryId): string => `questions/${category}.json`;

const RetiredSchema = v.strictObject({
  id: v.string(),
  on: v.pipe(v.string(), v.isoDate()),
  why: v.string(),
});

/** A question that is dealt no more. */
export type Retired = v.InferOutput<typeof RetiredSchema>;

/**
 * What a content folder holds. `own` are the operator's questions and corrections; one with the id
 * of a generated question stands in its place.
 */
export type Content = {
  readonly categories: readonly Category[];
  readonly generated: readonly Question[];
  readonly own: readonly Question[];
  readonly retired: readonly Retired[];
  /** Rows of the fact tables that may not be asked about. */
  readonly unsafe: ReadonlySet<string>;
};

/** Reads a content folder; throws an Error that names the file and the question of a broken row. */
export function readContent(folder: URL): Content {
  const categories = readList(folder, CATEGORIES, CategorySchema);
  return {
    ...readKept(folder),
    categories,
    generated: categories.flatMap(({ id }) => generatedOf(folder, id)),
    unsafe: new Set(readList(folder, UNSAFE, v.string())),
  };
}

/** What stays when the questions are generated anew: nothing, until an operator adds some. */
export function readKept(folder: URL): Pick<Content, 'own' | 'retired'> {
  return {
    own: exists(folder, OWN) ? readList(folder, OWN, QuestionSchema) : [],
    retired: exists(folder, RETIRED) ? readList(folder, RETIRED, RetiredSchema) : [],
  };
}

const exists = (folder: URL, file: string): boolean => existsSync(new URL(file, folder));

function generatedOf(folder: URL, category: CategoryId): Question[] {
  const file = generatedFile(category);
  const questions = readList(folder, file, QuestionSchema);
  const stray = questions.find((one) => one.category !== category);
  if (stray !== undefined) throw new Error(`${file}: ${stray.id}: belongs to ${stray.category}`);
  return questions;
}

/** The questions that are dealt: generated and own ones, corrections in place, none retired. */
export function inPlay({
  generated,
  own,
  retired,
}: Omit<Content, 'categories' | 'unsafe'>): Question[] {
  const gone = new Set(retired.map(({ id }) => id));
  const corrected = new Set(own.map(({ id }) => id));
  return [...generated.filter(({ id }) => !corrected.has(id)), ...own].filter(
    ({ id }) => !gone.has(id),
  );
}

export function writeGenerated(folder: URL, questions: readonly Question[]): void {
  for (const category of CATEGORY_IDS) {
    const here = questions.filter((one) => one.category === category);
    writeList(folder, generatedFile(category), here);
  }
}

export function writeOwn(folder: URL, questions: readonly Question[]): void {
  writeList(folder, OWN, questions);
}

export function writeRetired(folder: URL, retired: readonly Retired[]): void {
  writeList(folder, RETIRED, retired);
}

export function writeUnsafe(folder: URL, rows: readonly string[]): void {
  writeList(folder, UNSAFE, rows);
}

/** One row per line, so that a change of one shows as one line. */
export function asLines(rows: readonly unknown[]): string {
  if (rows.length === 0) return '[]\n';
  return `[\n${rows.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`;
}

/** Replaces the file in one step: a reader sees the old list or the new one. */
function writeList(folder: URL, file: string, rows: readonly unknown[]): void {
  const target = new URL(file, folder);
  const draft = new URL(`${file}.new`, folder);
  try {
    mkdirSync(new URL('.', target), { recursive: true });
    writeFileSync(draft, asLines(rows));
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new Error(`${file} cannot be written (${reason}) and is as it was`, { cause: error });
  }
}

/** Changes a content folder while no other command does. Throws when one is at it. */
export function whileLocked<Result>(folder: URL, change: () => Result): Result {
  let unlock: () => void;
  try {
    unlock = lockFile(fileURLToPath(new URL('.lock', folder)));
  } catch (error) {
    const reason = error instanceof LockedError ? 'is being changed' : 'cannot be written to';
    throw new Error(`${fileURLToPath(folder)} ${reason}: nothing was changed`, { cause: error });
  }
  try {
    return change();
  } finally {
    unlock();
  }
}

function readList<Row>(folder: URL, file: string, schema: v.GenericSchema<unknown, Row>): Row[] {
  const rows = readJson(folder, file);
  if (!Array.isArray(rows)) throw new Error(`${file}: it holds no JSON array`);
  return rows.map((row: unknown, index) => {
    const result = v.safeParse(schema, row);
    if (result.success) return result.output;
    const [issue] = result.issues;
    const where = v.getDotPath(issue) ?? 'row';
    throw new Error(`${file}: ${nameOf(row, index)}: ${where}: ${issue.message}`);
  });
}

function readJson(folder: URL, file: string): unknown {
  try {
    return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
  } catch (error) {
    throw new Error(`${file}: it cannot be read as JSON`, { cause: error });
  }
}

function nameOf(row: unknown, index: number): string {
  const named = v.safeParse(v.object({ id: v.string() }), row);
  return named.success ? named.output.id : `row ${index + 1}`;
}
