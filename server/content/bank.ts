import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import type { Category, Question } from './question.ts';
import { CategorySchema, QuestionSchema } from './question.ts';
import { brokenRules, brokenTogether } from './rules.ts';

export type { Category, Question } from './question.ts';
export type Bank = { categories: Category[]; questions: Question[] };

const HERE = new URL('.', import.meta.url);

/**
 * The categories and all questions of a content folder (this one by default).
 * Throws an Error that names the file and the question when a row is broken.
 */
export function loadBank(folder: URL = HERE): Bank {
  const categories = readList(folder, 'categories.json', CategorySchema);
  const questions = categories.flatMap((category) => questionsOf(folder, category));
  const [broken] = brokenTogether(questions);
  if (broken !== undefined) throw new Error(`questions: ${broken.id}: ${broken.rule}`);
  return { categories, questions };
}

function questionsOf(folder: URL, category: Category): Question[] {
  const file = `questions/${category.id}.json`;
  const questions = readList(folder, file, QuestionSchema);
  for (const question of questions) {
    const [rule] = brokenRules(question);
    if (rule !== undefined) throw new Error(`${file}: ${question.id}: ${rule}`);
    if (question.category !== category.id) {
      throw new Error(`${file}: ${question.id}: belongs to ${question.category}`);
    }
  }
  return questions;
}

function readList<Row>(
  folder: URL,
  file: string,
  schema: v.BaseSchema<unknown, Row, v.BaseIssue<unknown>>,
): Row[] {
  const rows = v.parse(v.array(v.unknown()), readJson(folder, file));
  return rows.map((row, index) => {
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
    throw new Error(`${file}: cannot be read as JSON`, { cause: error });
  }
}

function nameOf(row: unknown, index: number): string {
  const named = v.safeParse(v.object({ id: v.string() }), row);
  return named.success ? named.output.id : `row ${index + 1}`;
}
