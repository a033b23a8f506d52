import { queueEntry } from '../outbox/schedule.ts';
import type { RoundState } from '../rules/round.ts';
import { keepMissed } from './missed.ts';
import { resultEntry } from './result-entry.ts';
import type { SavedRound } from './saved-round.ts';
import { forgetRound } from './store.ts';

/**
 * Puts a round that is over (`now` in ms) into the outbox and forgets it; gives whether the phone
 * stored the result. Where it refuses, the round stands for it until the next visit. What was missed
 * is kept to be practised (game.md#practice): twice is as good as once.
 */
export async function finishRound(
  round: SavedRound,
  state: RoundState,
  now: number,
): Promise<boolean> {
  const [isQueued] = await Promise.all([
    queueEntry(resultEntry(round, state, now)),
    keepMissed(round, state, now),
  ]);
  if (isQueued) await forgetRound(round);
  return isQueued;
}
