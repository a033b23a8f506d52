import { roundLock } from '../config/storage-keys.ts';
import { withLockIfFree } from '../lib/with-lock.ts';
import { endUnfinished } from '../rules/leaving.ts';
import type { RoundState } from '../rules/round.ts';
import { finishRound } from './finish.ts';
import { noteStep, readRound, type SavedRound, saveRound } from './store.ts';

/**
 * Ends a stored round as it is at `now` (ms), and gives its last state. Gives `null` if another tab plays the
 * round or has ended it (game.md#leaving-a-round). If the phone refuses to store the result, it keeps the
 * ended round until the next visit.
 */
export function endStoredRound(
  { playerId, key }: SavedRound,
  now: number,
): Promise<RoundState | null> {
  return withLockIfFree(roundLock(key), async () => {
    const round = await readRound(playerId, key);
    if (!round) return null;
    const state = endUnfinished(round, now);
    // Otherwise the note of an older step would take precedence over the stored end (src/round/store.ts).
    noteStep(key, state);
    if (!(await finishRound(round, state, now))) await saveRound({ ...round, state });
    return state;
  });
}
