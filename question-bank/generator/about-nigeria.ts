import type { Question } from '../question.ts';

/** True for a question about Nigeria or a Nigerian, as its texts say. */
export function isAboutNigeria({
  question,
  answer,
  fact,
}: Pick<Question, 'question' | 'answer' | 'fact'>): boolean {
  return /Nigeria|Super Eagles/.test(`${question} ${answer} ${fact}`);
}
