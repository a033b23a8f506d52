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

/** A round as it is counted, and the time from its issue to its receipt. */
type ReceivedRound = {
  terms: RoundTerms;
  questions: readonly (RoundQuestion & { question: string })[];
  rows: readonly TranscriptRow[];
  result: RoundResult;
  onPhone: PhoneResult;
  elapsedMs: number;
};

/** A question has four options. */
const BLIND_SHARE = 0.25;
/** A player who taps blindly gets this many right once in ten thousand rounds. */
const BLIND_LUCK = 1e-4;

/**
 * Finding one option among four in a new order each time takes longer, even if the answer is known
 * by heart.
 */
const FOUND_MS = 450;

/**
 * Implausible signs in a round, each with its figure; the round counts, and a proof round is
 * requested (game.md#implausible-results).
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
 * The questions took more time than has passed. A phone's clock may be set forward during one
 * question, so the longest is left out; a timeout proves nothing about time.
 */
function fasterThanTheClock({ rows, elapsedMs }: ReceivedRound): string | null {
  const played = rows.filter(({ end }) => end !== 'timeout').map(({ ms }) => ms);
  // A tap goes on before the colour has ended, but not at once.
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
