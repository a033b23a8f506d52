import { isRightAnswer, type RoundState } from './round.ts';

/** How many of the latest answers are right in a row (game.md#answering). */
export function rightRun({ rows, questions, terms }: RoundState): number {
  const isRight = rows.map((row, index) => {
    const question = questions[index];
    return question !== undefined && isRightAnswer(row, question, terms);
  });
  return isRight.length - 1 - isRight.lastIndexOf(false);
}
