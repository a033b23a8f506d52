import {
  beginRound,
  type RoundQuestion,
  type RoundState,
  type RoundTerms,
  stepRound,
} from './round.ts';

/** A round as the phone stores it. `state` is `null` until the first question is shown. */
type Unfinished<Q extends RoundQuestion> = {
  terms: RoundTerms;
  questions: readonly Q[];
  state: RoundState<Q> | null;
};

/**
 * Ends an unfinished round at `at` (epoch milliseconds) that nobody is playing
 * (game.md#leaving-a-round). A finished round stays as it is. Unseen questions cost nothing. In a
 * round that was never begun the first question is skipped, because a result needs a row.
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
