import { roundLock } from '../config/storage-keys.ts';
import { isTimeSure, serverTime } from '../lib/server-clock.ts';
import { withLockIfFree } from '../lib/with-lock.ts';
import { queueEntry } from '../outbox/schedule.ts';
import { readEntry } from '../outbox/store.ts';
import { endUnfinished } from '../rules/leaving.ts';
import { isRoundOver, type RoundState } from '../rules/round.ts';
import { keepMissed } from './missed.ts';
import { resultEntry } from './result-entry.ts';
import { forgetRound, isOpenRound, readRounds, type SavedRound } from './store.ts';

/**
 * Puts a round that is over (`now` in ms) into the outbox and forgets it; gives whether the phone stored the
 * result. If the phone refuses, it keeps the round until the next visit. Missed questions are kept for
 * practice (game.md#practice); it does no harm to keep them twice.
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

/**
 * Gives a player's rounds that can still be played here (`now` in ms): the last played first, those for later
 * last. A round that is over (played to its end before a crash, or past its 24 hours,
 * game.md#how-long-a-round-lasts) goes to the outbox. If such a round was never begun, it is forgotten, and
 * the server frees its coins. While the time is not known, no round counts as past its time (ADR-0027).
 * `onLapsed` gets each round for later that ran out; without `onLapsed` such a round stays stored.
 */
export async function readUnfinishedRounds(
  playerId: string,
  now: number,
  onLapsed?: (round: SavedRound) => void,
): Promise<SavedRound[]> {
  const rounds = await readRounds(playerId);
  const playable = rounds.filter((round) => isPlayable(round, now));
  for (const round of rounds) {
    // Without `onLapsed`, a round for later that ran out is left to the caller that can report it.
    if (playable.includes(round) || (!isOpenRound(round) && !onLapsed)) continue;
    // A round that another tab still plays is ended by that tab.
    const isSettled = await withLockIfFree(roundLock(round.key), () => settle(round, now));
    if (isSettled && !isOpenRound(round)) onLapsed?.(round);
  }
  return playable.sort((a, b) => turnOf(b) - turnOf(a));
}

function isPlayable({ playableUntil, state }: SavedRound, now: number): boolean {
  const isInTime = playableUntil > serverTime(now) || !isTimeSure();
  return isInTime && !(state && isRoundOver(state));
}

/**
 * The sort key of rounds: begun rounds by their last step, then rounds to be begun at once, then those for
 * later.
 */
function turnOf(round: SavedRound): number {
  return round.state?.steppedAt ?? (isOpenRound(round) ? 0 : -1);
}

async function settle(round: SavedRound, now: number): Promise<true> {
  if (!round.state) await forgetRound(round);
  // If the outbox has an entry, the result already waits there, or was refused and is still shown.
  else if (!(await readEntry(round.key))) await finishRound(round, endUnfinished(round, now), now);
  return true;
}
