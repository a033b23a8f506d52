import type { Question } from '../question.ts';

/** True for a question whose texts name Nigeria or a Nigerian. */
export function isAboutNigeria({
  question,
  answer,
  fact,
}: Pick<Question, 'question' | 'answer' | 'fact'>): boolean {
  return /Nigeria|Super Eagles/.test(`${question} ${answer} ${fact}`);
}
