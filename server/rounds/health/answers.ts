import {
  isRightAnswer,
  type RoundQuestion,
  type RoundTerms,
  type TranscriptRow,
} from '../../../src/rules/round.ts';
import type { Answer } from './tally.ts';

/** A counted round, as far as it tells of its questions. */
type Played = {
  playerId: number;
  level: Answer['level'];
  terms: RoundTerms;
  questions: readonly RoundQuestion[];
  transcript: readonly TranscriptRow[];
  /** What of it the player had been dealt before. */
  repeats: readonly string[];
};

/** How the player met each question that was new; the one on the table when they left says nothing. */
export function answersOf({
  playerId,
  level,
  terms,
  questions,
  transcript,
  repeats,
}: Played): Answer[] {
  const hasLeft = transcript.length < questions.length && transcript.at(-1)?.end === 'skipped';
  return (hasLeft ? transcript.slice(0, -1) : transcript).flatMap((row, index) => {
    const question = questions[index];
    if (!question || repeats.includes(question.id)) return [];
    const { id: questionId } = question;
    return [{ playerId, questionId, level, end: endOf(row, question, terms), ms: row.ms }];
  });
}

function endOf(row: TranscriptRow, question: RoundQuestion, terms: RoundTerms): Answer['end'] {
  if (row.end === 'skipped') return 'skipped';
  if (row.end === 'timeout' || row.ms > terms.timerMs) return 'timeout';
  return isRightAnswer(row, question, terms) ? 'right' : 'wrong';
}
