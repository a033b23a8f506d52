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
 * Ends a round that is not being played at `at`, in epoch milliseconds (game.md#leaving-a-round); a
 * finished one stays as it is. Unseen questions cost nothing. In a round that was never begun the
 * first question is skipped, since a result needs a row.
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
