import { GO_ON_AFTER_MS } from '../../src/rules/levels.ts';
import {
  isRightAnswer,
  type RoundQuestion,
  type RoundResult,
  type RoundTerms,
  type TranscriptRow,
} from '../../src/rules/round.ts';
import type { PhoneResult } from '../database/tables.ts';
import { atLeast } from './likelihood.ts';

/** A round that is being counted, and the time from its issue to the arrival of its result. */
type ReceivedRound = {
  terms: RoundTerms;
  questions: readonly (RoundQuestion & { question: string })[];
  rows: readonly TranscriptRow[];
  result: RoundResult;
  onPhone: PhoneResult;
  elapsedMs: number;
};

/** The share of right answers of a player who taps blindly, because a question has four options. */
const BLIND_SHARE = 0.25;
/**
 * If blind taps give as many right answers in less than one of ten thousand rounds, it is not taken for luck.
 */
const BLIND_LUCK = 1e-4;

/**
 * A player needs longer than this to find one option among four, even if they know the answer by heart,
 * because the order of the options is new each time.
 */
const FOUND_MS = 450;

/**
 * The signs that a round is implausible, each with its figures. The round counts all the same, and a proof
 * round is asked for (game.md#implausible-results).
 */
export function flagsOf(round: ReceivedRound): string[] {
  return [phoneDiffers(round), fasterThanTheClock(round), tooFast(round)].filter(
    (flag) => flag !== null,
  );
}

function phoneDiffers({ result, onPhone }: ReceivedRound): string | null {
  const { points, coins, score } = onPhone;
  if (points === result.points && coins === result.coins && score === result.right) return null;
  const said = `${points} points, ${coins} coins, ${score} right`;
  return `claim-differs: ${said} on the phone, ${result.points}, ${result.coins}, ${result.right} here`;
}

/**
 * Flags a round whose questions took longer than the time that has passed. The longest question is left out,
 * because a phone's clock may be set forward during one question. Timeouts are left out, because they prove
 * nothing about time.
 */
function fasterThanTheClock({ rows, elapsedMs }: ReceivedRound): string | null {
  const played = rows.filter(({ end }) => end !== 'timeout').map(({ ms }) => ms);
  // After an answer, a player can tap on before the colour has ended, but not at once.
  const flashes = rows.slice(0, -1).filter(({ end }) => end === 'answered').length;
  const sum = played.reduce((all, ms) => all + ms, 0) - Math.max(0, ...played);
  const leastMs = sum + flashes * GO_ON_AFTER_MS;
  if (leastMs <= elapsedMs) return null;
  return `faster-than-the-clock: ${leastMs} ms of questions within ${elapsedMs} ms`;
}

function tooFast({ rows, questions, terms }: ReceivedRound): string | null {
  const fast = rows.filter(({ end, ms }) => end === 'answered' && ms < FOUND_MS);
  const right = fast.filter((row) => {
    const question = questions[rows.indexOf(row)];
    return question !== undefined && isRightAnswer(row, question, terms);
  }).length;
  if (atLeast({ right, asked: fast.length }, BLIND_SHARE) > BLIND_LUCK) return null;
  return `answers-too-fast: ${right} of ${fast.length} answers within ${FOUND_MS} ms are right`;
}
