import { ANSWER_FLASH_MS } from './levels.ts';
import {
  type PowerUp,
  RUSH_ALLOWANCE_MS,
  RUSH_QUESTIONS,
  rushTimerMs,
  TIME_FREEZE_MS,
} from './tournament.ts';

/** The part of a run's question that the rules use. `answer` is one of `options`. */
export type RushQuestion = { id: string; options: readonly string[]; answer: string };

/** How a run ended (game.md#rush-run). */
export const RUSH_ENDS = ['jackpot', 'wrong', 'timeout', 'left'] as const;

export type RushEnd = (typeof RUSH_ENDS)[number];

/**
 * How a level ended. `ms` is the time on its clock in whole milliseconds, without the time for
 * which the clock was stopped.
 */
export type RushRow = {
  choice: string | null;
  ms: number;
  end: 'right' | 'wrong' | 'timeout' | 'skipped' | 'left';
  isDouble: boolean;
};

/** A run in progress. It is plain data, so that it can be stored after each step and resumed. */
export type RushRun<Q extends RushQuestion = RushQuestion> = {
  questions: readonly Q[];
  rows: readonly RushRow[];
  /** When the current level's clock starts, in epoch milliseconds. */
  shownAt: number;
  /** The level at which each power-up was used. */
  used: Readonly<Partial<Record<PowerUp, number>>>;
  /** When the current level's clock was stopped, in epoch milliseconds. */
  frozenAt: number | null;
  /** The two options that 50/50 left at the current level. */
  optionsLeft: readonly string[] | null;
  /** The rest of the run's allowance for bad connections, in milliseconds. */
  allowanceMs: number;
  ended: RushEnd | null;
};

/** An event of a run. `at` is in epoch milliseconds. */
export type RushEvent =
  | { type: 'answer'; choice: string; at: number }
  | { type: 'timeout' | 'leave'; at: number }
  /** `draw` is a number from 0 up to 1 that decides which wrong option 50/50 keeps. */
  | { type: 'power-up'; powerUp: PowerUp; draw: number; at: number };

/**
 * Begins a run at level 1. `at` is when its question is dealt, in epoch milliseconds
 * (game.md#clock-of-a-sealed-run).
 */
export function beginRun<Q extends RushQuestion>(questions: readonly Q[], at: number): RushRun<Q> {
  return {
    questions,
    rows: [],
    shownAt: at + ANSWER_FLASH_MS,
    used: {},
    frozenAt: null,
    optionsLeft: null,
    allowanceMs: RUSH_ALLOWANCE_MS.run,
    ended: null,
  };
}

/**
 * The same run with its question dealt at `at`, in epoch milliseconds. The time for dealing does
 * not count as the player's (game.md#clock-of-a-sealed-run).
 */
export function dealtAt<Q extends RushQuestion>(run: RushRun<Q>, at: number): RushRun<Q> {
  return { ...run, shownAt: Math.max(run.shownAt, at + ANSWER_FLASH_MS) };
}

/** The current level, from 1; `null` when the run has ended (game.md#rush-run). */
export function rushLevel(run: RushRun): number | null {
  return run.ended === null ? run.rows.length + 1 : null;
}

/** The current question; `null` when the run has ended (game.md#rush-run). */
export function rushQuestion<Q extends RushQuestion>(run: RushRun<Q>): Q | null {
  return run.ended === null ? (run.questions[run.rows.length] ?? null) : null;
}

/**
 * The options that can be chosen: all four, the two that 50/50 kept, or none after the end
 * (game.md#power-ups).
 */
export function rushOptions(run: RushRun): readonly string[] {
  const question = rushQuestion(run);
  return question === null ? [] : (run.optionsLeft ?? question.options);
}

/** Whether the current level earns double points (game.md#power-ups). */
export function isDoubled(run: RushRun): boolean {
  return run.used['double-points'] === rushLevel(run);
}

/**
 * How many milliseconds the current level's clock has run at `at`; 0 before it starts
 * (game.md#clock-of-a-sealed-run).
 */
export function rushElapsedMs(run: RushRun, at: number): number {
  const stopped =
    run.frozenAt === null ? 0 : Math.min(TIME_FREEZE_MS, Math.max(0, at - run.frozenAt));
  return Math.max(0, at - run.shownAt - stopped);
}

/**
 * Milliseconds left on the current level's clock at `at`, without the allowance
 * (game.md#clock-of-a-sealed-run).
 */
export function rushTimeLeftMs(run: RushRun, at: number): number {
  return Math.max(0, rushTimerMs(run.rows.length + 1) - rushElapsedMs(run, at));
}

/**
 * How many milliseconds Time Freeze still stops the clock after `at`. Until the clock starts, that
 * is the full time (game.md#power-ups).
 */
export function rushFrozenMs(run: RushRun, at: number): number {
  if (run.frozenAt === null) return 0;
  return Math.min(TIME_FREEZE_MS, Math.max(0, run.frozenAt + TIME_FREEZE_MS - at));
}

/** When the current level's clock runs out, in epoch milliseconds (game.md#clock-of-a-sealed-run). */
export function rushTimeUpAt(run: RushRun): number {
  const frozen = run.frozenAt === null ? 0 : TIME_FREEZE_MS;
  return run.shownAt + rushTimerMs(run.rows.length + 1) + frozen;
}

/**
 * The last instant, in epoch milliseconds, at which the current level can be answered. It includes
 * the allowance for bad connections (game.md#clock-of-a-sealed-run).
 */
export function rushAnswerableUntil(run: RushRun): number {
  return rushTimeUpAt(run) + allowedMs(run);
}

/**
 * Whether a power-up can be used now. Each can be used once in a run, and Skip not at the last
 * level (game.md#power-ups).
 */
export function canUse(run: RushRun, powerUp: PowerUp): boolean {
  const level = rushLevel(run);
  if (level === null || run.used[powerUp] !== undefined) return false;
  return powerUp !== 'skip' || level < RUSH_QUESTIONS;
}

/**
 * Applies one event (game.md#rush-run). An event that cannot happen now (a power-up twice, a choice
 * that 50/50 removed, anything after the end) gives back the same run.
 *
 * - `answer`: a right answer leads to the next level, or wins at the last level. A wrong answer
 *   ends the run. An answer after the clock has run out uses the allowance for bad connections, and
 *   so does Skip. After the allowance an answer is a timeout (game.md#clock-of-a-sealed-run).
 * - `timeout`: ends the run. The caller sends it when the time is up.
 * - `leave`: ends the run. The player keeps the points earned so far.
 * - `power-up`: after the clock and the allowance have run out, it is a timeout too.
 */
export function stepRun<Q extends RushQuestion>(run: RushRun<Q>, event: RushEvent): RushRun<Q> {
  const question = rushQuestion(run);
  if (question === null) return run;
  const { at } = event;
  switch (event.type) {
    case 'timeout':
      return end(run, at, 'timeout', 'timeout');
    case 'leave':
      return end(run, at, 'left', 'left');
    case 'power-up':
      if (!canUse(run, event.powerUp)) return run;
      if (isPastAllowance(run, at)) return end(run, at, 'timeout', 'timeout');
      return withPowerUp(run, question, event);
    case 'answer': {
      const { choice } = event;
      if (!rushOptions(run).includes(choice)) return run;
      if (isPastAllowance(run, at)) return end(run, at, 'timeout', 'timeout');
      const paid = payLateness(run, at);
      if (choice !== question.answer) return end(paid, at, 'wrong', 'wrong', choice);
      if (run.rows.length + 1 === RUSH_QUESTIONS) return end(paid, at, 'right', 'jackpot', choice);
      return next(paid, at, 'right', choice);
    }
  }
}

/** How late an answer is at `at`, in milliseconds. */
function lateMs(run: RushRun, at: number): number {
  return Math.max(0, rushElapsedMs(run, at) - rushTimerMs(run.rows.length + 1));
}

function allowedMs(run: RushRun): number {
  return Math.min(RUSH_ALLOWANCE_MS.question, run.allowanceMs);
}

function isPastAllowance(run: RushRun, at: number): boolean {
  return lateMs(run, at) > allowedMs(run);
}

function payLateness<Q extends RushQuestion>(run: RushRun<Q>, at: number): RushRun<Q> {
  return { ...run, allowanceMs: run.allowanceMs - lateMs(run, at) };
}

function withPowerUp<Q extends RushQuestion>(
  run: RushRun<Q>,
  question: Q,
  { powerUp, draw, at }: Extract<RushEvent, { type: 'power-up' }>,
): RushRun<Q> {
  const used = { ...run, used: { ...run.used, [powerUp]: run.rows.length + 1 } };
  switch (powerUp) {
    case 'skip':
      return next(payLateness(used, at), at, 'skipped', null);
    case 'time-freeze':
      return { ...used, frozenAt: Math.max(at, run.shownAt) };
    case 'double-points':
      return used;
    case 'fifty-fifty': {
      const wrong = question.options.filter((option) => option !== question.answer);
      const kept = wrong[Math.floor(draw * wrong.length)];
      const optionsLeft = question.options.filter(
        (option) => option === question.answer || option === kept,
      );
      return { ...used, optionsLeft };
    }
  }
}

function next<Q extends RushQuestion>(
  run: RushRun<Q>,
  at: number,
  how: RushRow['end'],
  choice: string | null,
): RushRun<Q> {
  return {
    ...run,
    rows: [...run.rows, rowOf(run, at, how, choice)],
    shownAt: at + ANSWER_FLASH_MS,
    frozenAt: null,
    optionsLeft: null,
  };
}

function end<Q extends RushQuestion>(
  run: RushRun<Q>,
  at: number,
  how: RushRow['end'],
  ended: RushEnd,
  choice: string | null = null,
): RushRun<Q> {
  return { ...run, rows: [...run.rows, rowOf(run, at, how, choice)], ended };
}

function rowOf(run: RushRun, at: number, how: RushRow['end'], choice: string | null): RushRow {
  return { choice, ms: Math.round(rushElapsedMs(run, at)), end: how, isDouble: isDoubled(run) };
}
