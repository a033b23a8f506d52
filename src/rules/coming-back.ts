import { isRoundOver, type RoundQuestion, type RoundState, stepRound } from './round.ts';

/**
 * Resumes a stored round at `at`, in epoch milliseconds (game.md#coming-back-to-a-round). A
 * question that ran out during the absence is a timeout; the next one has not been seen, and its
 * clock starts now.
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
 * How many questions are finished when a kick-off at `at` (epoch milliseconds) leads to the next one: 0
 * before the first. A question that ran out during an absence is finished too. `null` where no kick-off is
 * due: the clock runs, or the round is over (game.md#kick-off).
 */
export function kickOffAfter(state: RoundState | null, at: number): number | null {
  if (!state) return 0;
  const resumed = resumeRound(state, at);
  const isDue = resumed.rows.length > state.rows.length && !isRoundOver(resumed);
  return isDue ? resumed.rows.length : null;
}
