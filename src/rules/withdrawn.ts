import {
  isRightAnswer,
  type RoundQuestion,
  type RoundResult,
  type RoundTerms,
  type TranscriptRow,
} from './round.ts';

/** A round that has counted: as it was issued, what was said, and what it is worth by now. */
export type CountedRound = {
  terms: RoundTerms;
  questions: readonly RoundQuestion[];
  rows: readonly TranscriptRow[];
  result: RoundResult;
};

/**
 * What a round is worth once a question of it is withdrawn: that one is right, and costs no coins.
 * `null` where that is nothing to its player: it was right before, was not shown or not in the round
 * (game.md#withdrawn-questions).
 */
export function resultWithout(
  { terms, questions, rows, result }: CountedRound,
  questionId: string,
): RoundResult | null {
  const index = questions.findIndex(({ id }) => id === questionId);
  const [question, row] = [questions[index], rows[index]];
  if (!question || !row || isRightAnswer(row, question, terms)) return null;
  return {
    ...result,
    [tallyOf(row, terms)]: result[tallyOf(row, terms)] - 1,
    right: result.right + 1,
    points: result.points + terms.pointsPerCorrect,
    coins: result.coins - terms.coinsPerQuestion,
  };
}

/** What a row that is not right was counted as. */
function tallyOf(row: TranscriptRow, terms: RoundTerms): 'wrong' | 'skipped' | 'timedOut' {
  if (row.end === 'skipped') return 'skipped';
  return row.end === 'timeout' || row.ms > terms.timerMs ? 'timedOut' : 'wrong';
}
