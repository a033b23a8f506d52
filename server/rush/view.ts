import type { SealedQuestion, SealedRun } from '../../src/contract/rush.ts';
import { runPoints } from '../../src/rules/rush-points.ts';
import { rushFrozenMs, rushLevel, rushQuestion, rushTimeLeftMs } from '../../src/rules/rush-run.ts';
import { POWER_UPS, rushTimerMs } from '../../src/rules/tournament.ts';
import type { OpenRun } from './runs.ts';

/**
 * The question on the table without its answer, `null` when the run has ended. Its id is the level's
 * number: the bank's ids are words that may tell what is asked next (game.md#sealed-runs).
 */
export function sealQuestion(run: OpenRun): SealedQuestion | null {
  const asked = rushQuestion(run);
  if (asked === null) return null;
  const { question, options, level } = asked;
  return { id: String(rushLevel(run)), question, options, level };
}

/** The time of the level on the table, 0 when the run has ended. */
export function timerOf(run: OpenRun): number {
  const level = rushLevel(run);
  return level === null ? 0 : rushTimerMs(level);
}

/** Where an open run stands at `at`, `null` when it has ended. */
export function sealRun(id: string, run: OpenRun, at: number): SealedRun | null {
  const level = rushLevel(run);
  if (level === null) return null;
  return {
    id,
    level,
    score: runPoints(run),
    timerMs: rushTimerMs(level),
    leftMs: Math.round(rushTimeLeftMs(run, at)),
    startsInMs: Math.max(0, Math.round(run.shownAt - at)),
    frozenMs: Math.round(rushFrozenMs(run, at)),
    optionsLeft: run.optionsLeft === null ? null : [...run.optionsLeft],
    powerUps: POWER_UPS.filter((powerUp) => run.used[powerUp] === undefined),
    used: run.used,
  };
}
