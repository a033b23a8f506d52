import { isRightAnswer, type RoundState } from '../../../rules/round.ts';

/** How a question of a round ended; `left` for one that was not shown. */
export type Answered = 'right' | 'wrong' | 'missed' | 'left';

/** The questions of a round in their order, as the squares of full time show them. */
export function answersOf({ questions, rows, terms }: RoundState): Answered[] {
  return questions.map((question, index) => {
    const row = rows[index];
    if (!row) return 'left';
    if (isRightAnswer(row, question, terms)) return 'right';
    return row.end === 'answered' && row.ms <= terms.timerMs ? 'wrong' : 'missed';
  });
}

/** How full time looks: all right, four or more right, fewer (game.md#full-time). */
export type Face = 'perfect' | 'good' | 'low';

const GOOD_FROM = 4;

export function faceOf(answers: readonly Answered[]): Face {
  const right = answers.filter((answer) => answer === 'right').length;
  if (right === answers.length) return 'perfect';
  return right >= GOOD_FROM ? 'good' : 'low';
}
