import {
  ANSWER_FLASH_MS,
  GO_ON_AFTER_MS,
  type Level,
  TIME_UP_MS,
  WRONG_REVEAL_MS,
} from './levels.ts';

/** The costs and points of a round, fixed when it is issued (game.md#terms-of-a-round). */
export type RoundTerms = {
  level: Level;
  coinsPerQuestion: number;
  pointsPerCorrect: number;
  /** Time for each question, in milliseconds. */
  timerMs: number;
};

/** The part of a dealt question that the rules use: `answer` is one of `options`. */
export type RoundQuestion = { id: string; options: readonly string[]; answer: string };

/**
 * How a question ended. `ms` is the time from when it was shown until it ended, in whole
 * milliseconds.
 */
export type TranscriptRow = {
  questionId: string;
  /** The text of the chosen option; `null` when nothing was chosen. */
  choice: string | null;
  ms: number;
  end: 'answered' | 'skipped' | 'timeout';
};

/** A round in progress. It is plain data, so that it can be stored after each step and resumed. */
export type RoundState<Q extends RoundQuestion = RoundQuestion> = {
  terms: RoundTerms;
  questions: readonly Q[];
  rows: readonly TranscriptRow[];
  /** When the current question's clock starts, in epoch milliseconds. */
  shownAt: number;
  /** When the last step was taken, in epoch milliseconds. */
  steppedAt: number;
  left: boolean;
};

/** An event of a round. `at` is in epoch milliseconds. */
export type RoundEvent =
  | { type: 'answer'; choice: string; at: number }
  | { type: 'skip' | 'timeout' | 'go-on' | 'resume' | 'leave'; at: number };

/**
 * The result of a transcript: coins spent (not negative), points earned, and how many questions
 * ended in which way.
 */
export type RoundResult = {
  points: number;
  coins: number;
  right: number;
  wrong: number;
  skipped: number;
  timedOut: number;
};

/** Begins a round at its first question. `at` is in epoch milliseconds (game.md#answering). */
export function beginRound<Q extends RoundQuestion>(
  terms: RoundTerms,
  questions: readonly Q[],
  at: number,
): RoundState<Q> {
  return { terms, questions, rows: [], shownAt: at, steppedAt: at, left: false };
}

/** The current question; `null` when the round is over (game.md#answering). */
export function currentQuestion<Q extends RoundQuestion>(state: RoundState<Q>): Q | null {
  return state.left ? null : (state.questions[state.rows.length] ?? null);
}

/** Whether no question is left to answer, or the player has left (game.md#leaving-a-round). */
export function isRoundOver(state: RoundState): boolean {
  return currentQuestion(state) === null;
}

/**
 * Milliseconds left for the current question at `at`. Before its clock starts, that is the full
 * time (game.md#question-timer).
 */
export function timeLeftMs(state: RoundState, at: number): number {
  const elapsed = Math.max(0, at - state.shownAt);
  return Math.max(0, state.terms.timerMs - elapsed);
}

/**
 * Applies one event (game.md#answering). An event that cannot happen now (a second press while the
 * outcome shows, a timeout before its time) gives back the same state.
 *
 * - `answer`, `timeout`: the outcome shows for a while, then the next clock starts. An answer after
 *   the timer has run out is a timeout.
 * - `skip`: the next clock starts at once.
 * - `go-on`: the outcome stops showing at once, also after the last question. The event has no
 *   effect for a short moment after the question's end.
 * - `resume`: the player comes back. If the clock ran out during the absence, the question is a
 *   timeout. If `at` is earlier than the last step, it is a timeout too, because a clock that was
 *   set back would give extra time.
 * - `leave`: the current question counts as skipped and the round is over
 *   (game.md#leaving-a-round). While the outcome of an answer shows, the player has not seen the
 *   next question, so it costs nothing.
 */
export function stepRound<Q extends RoundQuestion>(
  state: RoundState<Q>,
  event: RoundEvent,
): RoundState<Q> {
  const isFlashing = event.at < state.shownAt;
  if (event.type === 'go-on') {
    const isMeant = isFlashing && event.at - state.steppedAt >= GO_ON_AFTER_MS;
    return isMeant ? { ...state, shownAt: event.at, steppedAt: event.at } : state;
  }
  const question = currentQuestion(state);
  if (question === null) return state;
  const isTurnedBack = event.at < state.steppedAt;
  const isUp = timeLeftMs(state, event.at) === 0;

  switch (event.type) {
    case 'resume':
      if (isTurnedBack || isUp) return endQuestion(state, question, 'timeout', null, event.at);
      return { ...state, steppedAt: event.at };
    case 'timeout':
      return isUp ? endQuestion(state, question, 'timeout', null, event.at) : state;
    case 'leave':
      if (isFlashing && !isTurnedBack) return { ...state, steppedAt: event.at, left: true };
      return { ...endQuestion(state, question, 'skipped', null, event.at), left: true };
    case 'skip':
      if (isFlashing) return state;
      return endQuestion(state, question, isUp ? 'timeout' : 'skipped', null, event.at);
    case 'answer':
      if (isFlashing || !question.options.includes(event.choice)) return state;
      if (isUp) return endQuestion(state, question, 'timeout', null, event.at);
      return endQuestion(state, question, 'answered', event.choice, event.at);
  }
}

function endQuestion<Q extends RoundQuestion>(
  state: RoundState<Q>,
  question: Q,
  end: TranscriptRow['end'],
  choice: string | null,
  at: number,
): RoundState<Q> {
  const { timerMs } = state.terms;
  const elapsed = Math.min(timerMs, Math.max(0, Math.round(at - state.shownAt)));
  const row = { questionId: question.id, choice, ms: end === 'timeout' ? timerMs : elapsed, end };
  return {
    ...state,
    rows: [...state.rows, row],
    shownAt: at + shownForMs(row, question, state.terms),
    steppedAt: at,
  };
}

/** How long the outcome of a question shows, in milliseconds. */
function shownForMs(row: TranscriptRow, question: RoundQuestion, terms: RoundTerms): number {
  if (row.end === 'skipped') return 0;
  if (row.end === 'timeout') return TIME_UP_MS;
  return isRightAnswer(row, question, terms) ? ANSWER_FLASH_MS : WRONG_REVEAL_MS;
}

/** Whether a row is a right answer given in time (game.md#how-a-round-is-counted). */
export function isRightAnswer(
  row: TranscriptRow,
  question: RoundQuestion,
  terms: RoundTerms,
): boolean {
  return row.end === 'answered' && row.ms <= terms.timerMs && row.choice === question.answer;
}

/**
 * The result of a transcript, which the phone and the server count in the same way. Each question
 * that was shown costs its coins. Each right answer in time earns its points
 * (game.md#how-a-round-is-counted).
 */
export function scoreTranscript(
  terms: RoundTerms,
  questions: readonly RoundQuestion[],
  rows: readonly TranscriptRow[],
): RoundResult {
  const result = { points: 0, coins: 0, right: 0, wrong: 0, skipped: 0, timedOut: 0 };
  for (const [index, row] of rows.entries()) {
    const question = questions[index];
    if (!question) break;
    result.coins += terms.coinsPerQuestion;
    if (row.end === 'skipped') result.skipped += 1;
    else if (row.end === 'timeout' || row.ms > terms.timerMs) result.timedOut += 1;
    else if (isRightAnswer(row, question, terms)) {
      result.right += 1;
      result.points += terms.pointsPerCorrect;
    } else result.wrong += 1;
  }
  return result;
}

/**
 * Why a transcript cannot belong to these questions; `null` if it can. A transcript has at most one
 * row per dealt question, in the dealt order, with choices from the options
 * (game.md#how-a-round-is-counted).
 */
export function transcriptFault(
  questions: readonly RoundQuestion[],
  rows: readonly TranscriptRow[],
): string | null {
  if (rows.length < 1) return 'The transcript is empty.';
  if (rows.length > questions.length) return `The transcript has ${rows.length} rows.`;
  for (const [index, row] of rows.entries()) {
    const question = questions[index];
    const number = index + 1;
    if (!question || row.questionId !== question.id)
      return `Row ${number} is not question ${number} of this round.`;
    if (!Number.isInteger(row.ms) || row.ms < 0)
      return `Row ${number} has no whole number of milliseconds.`;
    if (row.end === 'answered' && (row.choice === null || !question.options.includes(row.choice)))
      return `Row ${number} has a choice that was not dealt.`;
    if (row.end !== 'answered' && row.choice !== null)
      return `Row ${number} has a choice but was not answered.`;
  }
  return null;
}
