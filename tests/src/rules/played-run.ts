import { beginRun, type RushEvent, type RushRun, stepRun } from '../../../src/rules/rush-run.ts';
import type { PowerUp } from '../../../src/rules/tournament.ts';

/** When the run of a test is dealt, in epoch milliseconds. */
export const DEALT = Date.UTC(2026, 10, 21, 9);

/** Fifteen questions: `right` is right. */
export const questions = Array.from({ length: 15 }, (_, index) => ({
  id: `q${index + 1}`,
  options: ['wrong', 'right', 'other', 'last'],
  answer: 'right',
}));

/** An event two seconds after a level's clock started. */
type Happening = (at: number) => RushEvent;

export const begun = (): RushRun => beginRun(questions, DEALT);

export const play = (run: RushRun, ...happenings: Happening[]): RushRun =>
  happenings.reduce((state, happening) => stepRun(state, happening(state.shownAt + 2000)), run);

export const right: Happening = (at) => ({ type: 'answer', choice: 'right', at });

/** The wrong option that 50/50 keeps if it draws the first. */
export const wrong: Happening = (at) => ({ type: 'answer', choice: 'wrong', at });

export const timeout: Happening = (at) => ({ type: 'timeout', at });

export const use =
  (powerUp: PowerUp, draw = 0): Happening =>
  (at) => ({ type: 'power-up', powerUp, draw, at });
