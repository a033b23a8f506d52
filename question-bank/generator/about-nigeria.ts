import type { Question } from '../question.ts';

/** True for a question about Nigeria or a Nigerian, as its texts say. */
export function isAboutNigeria({ question, answer, fact }: Question): boolean {
  return /Nigeria|Super Eagles/.test(`${question} ${answer} ${fact}`);
}
