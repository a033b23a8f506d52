import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import {
  type Category,
  type CategoryId,
  CategorySchema,
  type Question,
  QuestionSchema,
} from '../question.ts';

/** The folder of the committed bank. */
export const CONTENT = new URL('../', import.meta.url);

const CATEGORIES = 'categories.json';
/** The file of the operator's own questions and corrections. It exists once there are some. */
export const OWN = 'questions/own.json';
/** The file of the questions that are no longer dealt. It exists once there are some. */
export const RETIRED = 'questions/retired.json';

/** The file of the names that show that a question is about Africa. */
export const AFRICAN_NAMES = 'questions/african-names.json';

/** The file of a category's generated questions. */
export const generatedFile = (category: CategoryId): string => `questions/${category}.json`;

const RetiredSchema = v.strictObject({
  id: v.string(),
  on: v.pipe(v.string(), v.isoDate()),
  why: v.string(),
});

export type Retired = v.InferOutput<typeof RetiredSchema>;

/**
 * The questions that a content folder holds. `own` are the operator's questions and corrections. A
 * correction has the id of a generated question and replaces that question.
 */
export type Content = {
  readonly categories: readonly Category[];
  readonly generated: readonly Question[];
  readonly own: readonly Question[];
  readonly retired: readonly Retired[];
};

/** Reads a content folder. Throws an Error that names the file and the question of a broken row. */
export function readContent(folder: URL): Content {
  const categories = readList(folder, CATEGORIES, CategorySchema);
  return {
    ...readKept(folder),
    categories,
    generated: categories.flatMap(({ id }) => generatedOf(folder, id)),
  };
}

/**
 * Reads the part that stays when the questions are generated again. It is empty until an operator
 * adds or retires questions.
 */
export function readKept(folder: URL): Pick<Content, 'own' | 'retired'> {
  return {
    own: exists(folder, OWN) ? readList(folder, OWN, QuestionSchema) : [],
    retired: exists(folder, RETIRED) ? readList(folder, RETIRED, RetiredSchema) : [],
  };
}

/**
 * The names that show that a question is about Africa. Empty in a folder that was made without
 * tables.
 */
export function readAfricanNames(folder: URL): string[] {
  return exists(folder, AFRICAN_NAMES) ? readList(folder, AFRICAN_NAMES, v.string()) : [];
}

const exists = (folder: URL, file: string): boolean => existsSync(new URL(file, folder));

function generatedOf(folder: URL, category: CategoryId): Question[] {
  const file = generatedFile(category);
  const questions = readList(folder, file, QuestionSchema);
  const stray = questions.find((one) => one.category !== category);
  if (stray !== undefined) throw new Error(`${file}: ${stray.id}: belongs to ${stray.category}`);
  return questions;
}

/**
 * The questions that are dealt: the generated and the operator's own, with all corrections and
 * without retired questions.
 */
export function inPlay({ generated, own, retired }: Omit<Content, 'categories'>): Question[] {
  const gone = new Set(retired.map(({ id }) => id));
  const corrected = new Set(own.map(({ id }) => id));
  return [...generated.filter(({ id }) => !corrected.has(id)), ...own].filter(
    ({ id }) => !gone.has(id),
  );
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
