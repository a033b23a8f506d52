import { isRoundOver, stepRound } from '../rules/round.ts';
import { queueResult } from './outbox-loop.ts';
import { resultEntry } from './result-entry.ts';
import { forgetRound, readRound, type SavedRound } from './round-storage.ts';

/**
 * A player's round that can still be played on this phone. One that cannot (played to its end
 * before a crash, or past its 24 hours: decision 28) goes to the outbox with what was answered;
 * one that was never begun is forgotten, and the server frees its coins.
 * @param now epoch milliseconds
 */
export async function readUnfinishedRound(
  playerId: string,
  now: number,
): Promise<SavedRound | null> {
  const round = await readRound(playerId);
  if (!round) return null;
  const { state } = round;
  const isExpired = round.playableUntil <= now;
  const isOver = state !== null && isRoundOver(state);
  if (!isExpired && !isOver) return round;
  if (state && state.rows.length > 0) {
    const ended = isOver ? state : stepRound(state, { type: 'leave', at: now });
    await queueResult(resultEntry(round, ended, now));
  }
  await forgetRound(playerId);
  return null;
}
