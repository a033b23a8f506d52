import { queueEntry } from '../outbox/schedule.ts';
import type { RoundState } from '../rules/round.ts';
import { resultEntry } from './result-entry.ts';
import type { SavedRound } from './saved-round.ts';
import { forgetRound } from './store.ts';

/**
 * Ends a round that is over: its result goes to the outbox, then the round is forgotten. Where the
 * phone refuses the result, the round stands for it until the next visit.
 * @param now epoch milliseconds
 * @returns whether the phone stored the result
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
