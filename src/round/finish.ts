import { queueEntry } from '../outbox/schedule.ts';
import type { RoundState } from '../rules/round.ts';
import { resultEntry } from './result-entry.ts';
import type { SavedRound } from './saved-round.ts';
import { forgetRound } from './store.ts';

/**
 * Puts a round that is over (`now` in ms) into the outbox and forgets it; gives whether the phone
 * stored the result. Where it refuses, the round stands for it until the next visit.
 */
export async function finishRound(
  round: SavedRound,
  state: RoundState,
  now: number,
): Promise<boolean> {
  const isQueued = await queueEntry(resultEntry(round, state, now));
  if (isQueued) await forgetRound(round);
  return isQueued;
}
