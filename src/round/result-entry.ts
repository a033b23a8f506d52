import { newlyPosted, type ResultEntry } from '../outbox/entries.ts';
import { type RoundState, scoreTranscript } from '../rules/round.ts';
import type { SavedRound } from './store.ts';

/**
 * Makes the outbox entry of a finished round; `now` in ms. It holds nothing personal if the API has rounds.
 * This function is not in `finish.ts`, because that file needs a page and tests make entries without one.
 */
export function resultEntry(round: SavedRound, state: RoundState, now: number): ResultEntry {
  const { points, coins, right } = scoreTranscript(state.terms, state.questions, state.rows);
  const { issued } = round;
  return {
    kind: 'result',
    submission: {
      points,
      coins,
      score: right,
      ...(issued && { round: { id: issued.id, transcript: [...state.rows] } }),
    },
    roundSecret: issued?.secret ?? null,
    ownerId: issued ? null : round.playerId,
    ...newlyPosted(round.key, now),
  };
}
