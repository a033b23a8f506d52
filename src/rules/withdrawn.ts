import {
  isRightAnswer,
  type RoundQuestion,
  type RoundResult,
  type RoundTerms,
  type TranscriptRow,
} from './round.ts';

/** A counted round: as it was issued, with its answers and its present result. */
export type CountedRound = {
  terms: RoundTerms;
  questions: readonly RoundQuestion[];
  rows: readonly TranscriptRow[];
  result: RoundResult;
};

/**
 * The result of a round after one of its questions was withdrawn. That question counts as right and
 * costs no coins. `null` if nothing changes for the player, because the question was right before,
 * was not shown or is not in the round (game.md#withdrawn-questions).
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

/** The name of the count that includes a row that is not right. */
function tallyOf(row: TranscriptRow, terms: RoundTerms): 'wrong' | 'skipped' | 'timedOut' {
  if (row.end === 'skipped') return 'skipped';
  return row.end === 'timeout' || row.ms > terms.timerMs ? 'timedOut' : 'wrong';
}
