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
 * Puts a round that is over (`now` in ms) into the outbox and forgets it; gives whether the phone
 * stored the result. If it refuses, the round is kept in its place until the next visit. Missed
 * questions are kept for practice (game.md#practice): keeping them twice is as good as once.
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
 * A player's rounds still playable here (`now` in ms): the last played first, those for later last. A
 * round that is over (played to its end before a crash, or past its 24 hours,
 * game.md#how-long-a-round-lasts) goes to the outbox. One that was never begun is forgotten, and the
 * server frees its coins. No round counts as past its time while the time is not known (ADR-0027).
 * `onLapsed` gets a round for later that ran out; without it that round stays.
 */
export async function readUnfinishedRounds(
  playerId: string,
  now: number,
  onLapsed?: (round: SavedRound) => void,
): Promise<SavedRound[]> {
  const rounds = await readRounds(playerId);
  const playable = rounds.filter((round) => isPlayable(round, now));
  for (const round of rounds) {
    // A caller without `onLapsed` leaves the round to the caller that has it.
    if (playable.includes(round) || (!isOpenRound(round) && !onLapsed)) continue;
    // A tab that still has the round on the table ends it.
    const isSettled = await withLockIfFree(roundLock(round.key), () => settle(round, now));
    if (isSettled && !isOpenRound(round)) onLapsed?.(round);
  }
  return playable.sort((a, b) => turnOf(b) - turnOf(a));
}

function isPlayable({ playableUntil, state }: SavedRound, now: number): boolean {
  const isInTime = playableUntil > serverTime(now) || !isTimeSure();
  return isInTime && !(state && isRoundOver(state));
}

/** Begun rounds by their last step, then the ones to be begun at once, then those for later. */
function turnOf(round: SavedRound): number {
  return round.state?.steppedAt ?? (isOpenRound(round) ? 0 : -1);
}

async function settle(round: SavedRound, now: number): Promise<true> {
  if (!round.state) await forgetRound(round);
  // Otherwise its result waits there already, or was refused and is still shown.
  else if (!(await readEntry(round.key))) await finishRound(round, endUnfinished(round, now), now);
  return true;
}
