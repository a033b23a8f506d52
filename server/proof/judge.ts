import type { ProofResult } from '../database/proof-tables.ts';
import { atMostBy, type Tally } from '../rounds/likelihood.ts';
import { lettersOf } from '../rounds/signs.ts';
import { evidenceOfAnswers, type SealedAnswer } from '../rush/flags.ts';
import type { OpenProof } from './rounds.ts';

/** A result that one in so many honest players would have goes to a person. */
const LIKELY = 0.06;
/**
 * Ranked play tells as much as so many answers, however many there were: nobody has the same form each
 * day, and of some things everybody knows more than of others.
 */
const PAST_WEIGHT = 200;
/** Alone with the server and its clock, a few answers are lost that would have been right. */
const STRAIN = 0.03;

/** How a proof round ended, beside what ranked play makes likely (game.md#proof-round). */
export function judgeProof(
  { right, asked }: Tally,
  past: Tally,
): ProofResult & { isLikely: boolean } {
  const weight = Math.min(1, PAST_WEIGHT / Math.max(1, past.asked));
  const expected = { right: past.right * weight * (1 - STRAIN), asked: past.asked * weight };
  const likelihood = atMostBy({ right, asked }, expected);
  return { right, asked, past, likelihood, isLikely: likelihood >= LIKELY };
}

/** The questions that count: not those that ran out while the game was out of reach. */
export function tallyOfProof({ rows }: Pick<OpenProof, 'rows'>): Tally {
  const counted = rows.filter(({ end }) => end !== 'void');
  return { right: counted.filter(({ end }) => end === 'right').length, asked: counted.length };
}

/** What speaks against a proof round by its times, as against a run (game.md#implausible-runs). */
export function flagsOfProof(round: OpenProof, phoneMs: readonly number[]): string[] {
  const { questions, rows, timerMs } = round;
  const answers = rows.flatMap(({ end, ms }, index): SealedAnswer[] => {
    const question = questions[index];
    if (!question || (end !== 'right' && end !== 'wrong')) return [];
    const letters = lettersOf(question);
    const onPhone = phoneMs[index] ?? null;
    return [{ isRight: end === 'right', serverMs: ms, phoneMs: onPhone, timerMs, letters }];
  });
  return evidenceOfAnswers(answers).signs;
}
