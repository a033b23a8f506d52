import type { Question } from '../question.ts';

/** The four buttons, by their index. */
export const POSITIONS = [0, 1, 2, 3];

/** The share of questions, in percent, whose answer is at each of the four positions. */
export function positionShares(questions: readonly Question[]): number[] {
  return POSITIONS.map((position) => {
    const here = questions.filter((one) => one.options[position] === one.answer).length;
    return questions.length === 0 ? 0 : (100 * here) / questions.length;
  });
}
