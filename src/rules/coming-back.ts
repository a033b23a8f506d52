import { isRoundOver, type RoundQuestion, type RoundState, stepRound } from './round.ts';

/**
 * Resumes a stored round at `at`, in epoch milliseconds (game.md#coming-back-to-a-round). A
 * question whose time ran out during the absence is a timeout. The player has not seen the next
 * question, so its clock starts now.
 */
export function resumeRound<Q extends RoundQuestion>(
  state: RoundState<Q>,
  at: number,
): RoundState<Q> {
  const resumed = stepRound(state, { type: 'resume', at });
  const isNew = resumed.rows.length > state.rows.length && !isRoundOver(resumed);
  return isNew ? { ...resumed, shownAt: at } : resumed;
}

/**
 * The number of finished questions when a kick-off at `at` (epoch milliseconds) leads to the next
 * question: 0 before the first question. A question whose time ran out during an absence is
 * finished too. `null` if no kick-off is due, because the clock runs or the round is over
 * (game.md#kick-off).
 */
export function kickOffAfter(state: RoundState | null, at: number): number | null {
  if (!state) return 0;
  const resumed = resumeRound(state, at);
  const isDue = resumed.rows.length > state.rows.length && !isRoundOver(resumed);
  return isDue ? resumed.rows.length : null;
}
