import { ANSWER_FLASH_MS } from './levels.ts';
import { RUSH_ALLOWANCE_MS } from './tournament.ts';

/** The number of questions in a proof round (game.md#proof-round). */
export const PROOF_QUESTIONS = 20;

/**
 * How many days a player is given for a proof round. They can still play it later, until the prize
 * lapses (game.md#proof-round).
 */
export const PROOF_DAYS = 7;

/**
 * How many prizes a passed proof round covers at most, including the prize that asked for it, and
 * for how many days (game.md#proof-round).
 */
export const PROOF_LASTS = { prizes: 5, days: 90 } as const;

/**
 * The part of a proof round's question that the rules use. `answer` is one of `options`, and
 * `timerMs` is the time to answer in milliseconds.
 */
export type ProofQuestion = { options: readonly string[]; answer: string; timerMs: number };

/**
 * How a question ended. `ms` is the time on its clock in whole milliseconds. `void` means that the
 * game could not be reached.
 */
export type ProofRow = {
  choice: string | null;
  ms: number;
  end: 'right' | 'wrong' | 'timeout' | 'void';
};

/**
 * A proof round in progress. It is plain data, so that it can be stored after each step and
 * resumed.
 */
export type ProofRound<Q extends ProofQuestion = ProofQuestion> = {
  questions: readonly Q[];
  rows: readonly ProofRow[];
  /** When the current question's clock starts, in epoch milliseconds. */
  shownAt: number;
  /** The rest of the round's allowance for bad connections, in milliseconds. */
  allowanceMs: number;
};

/**
 * The end of a question at `at`. `dealtAt` is when the next question is sent. Both are in epoch
 * milliseconds.
 */
export type ProofEvent =
  | { type: 'answer'; choice: string; at: number; dealtAt: number }
  /** `isOutage`: the game could not be reached while the question's clock ran. */
  | { type: 'timeout'; isOutage: boolean; at: number; dealtAt: number };

/**
 * Begins a proof round. `at` is when its first question is dealt, in epoch milliseconds
 * (game.md#proof-round).
 */
export function beginProof<Q extends ProofQuestion>(
  questions: readonly Q[],
  at: number,
): ProofRound<Q> {
  const allowanceMs = RUSH_ALLOWANCE_MS.run;
  return { questions, rows: [], shownAt: at + ANSWER_FLASH_MS, allowanceMs };
}

/** The current question; `null` after the last question (game.md#proof-round). */
export function proofQuestion<Q extends ProofQuestion>(round: ProofRound<Q>): Q | null {
  return round.questions[round.rows.length] ?? null;
}

/** Milliseconds left on the current question's clock at `at`, without the allowance (game.md#proof-round). */
export function proofLeftMs(round: ProofRound, at: number): number {
  return Math.max(0, clockOf(round) - Math.max(0, at - round.shownAt));
}

/**
 * The last instant, in epoch milliseconds, at which the current question can be answered
 * (game.md#proof-round).
 */
export function proofAnswerableUntil(round: ProofRound): number {
  return round.shownAt + clockOf(round) + Math.min(RUSH_ALLOWANCE_MS.question, round.allowanceMs);
}

function clockOf(round: ProofRound): number {
  return proofQuestion(round)?.timerMs ?? 0;
}

/**
 * Applies one event (game.md#proof-round). A choice that is no option, and any event after the last
 * question, give back the same round. An answer after the clock has run out uses the allowance for
 * bad connections. After the allowance an answer is a timeout. A timeout ends the question but not
 * the round.
 */
export function stepProof<Q extends ProofQuestion>(
  round: ProofRound<Q>,
  event: ProofEvent,
): ProofRound<Q> {
  const question = proofQuestion(round);
  if (question === null) return round;
  const { at, dealtAt } = event;
  const ms = Math.max(0, Math.round(at - round.shownAt));
  const end = (row: Omit<ProofRow, 'ms'>, lateMs = 0): ProofRound<Q> => ({
    ...round,
    rows: [...round.rows, { ...row, ms }],
    shownAt: dealtAt + ANSWER_FLASH_MS,
    allowanceMs: round.allowanceMs - lateMs,
  });
  if (event.type === 'timeout') {
    return end({ choice: null, end: event.isOutage ? 'void' : 'timeout' });
  }
  const { choice } = event;
  if (!question.options.includes(choice)) return round;
  if (at > proofAnswerableUntil(round)) return end({ choice: null, end: 'timeout' });
  const lateMs = Math.max(0, ms - question.timerMs);
  return end({ choice, end: choice === question.answer ? 'right' : 'wrong' }, lateMs);
}
