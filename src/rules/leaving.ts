import {
  beginRound,
  type RoundQuestion,
  type RoundState,
  type RoundTerms,
  stepRound,
} from './round.ts';

/** A round as the phone keeps it: `state` is `null` until its first question is shown. */
type Unfinished<Q extends RoundQuestion> = {
  terms: RoundTerms;
  questions: readonly Q[];
  state: RoundState<Q> | null;
};

/**
 * Ends a round that is not on the table at `at`, in epoch milliseconds (game.md#leaving-a-round); one
 * that is over stays as it is. What has not been seen costs nothing; of a round that was never begun
 * the first question is skipped, since a result has a row.
 */
export function endUnfinished<Q extends RoundQuestion>(
  { terms, questions, state }: Unfinished<Q>,
  at: number,
): RoundState<Q> {
  const stands = state
    ? stepRound(state, { type: 'resume', at })
    : beginRound(terms, questions, at);
  return stepRound(stands, { type: 'leave', at });
}
