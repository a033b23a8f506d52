import type { RoundResult, TranscriptRow } from '../../src/rules/round.ts';
import type { ClaimedResult } from '../database/tables.ts';

/** An answer under this, from question shown to option tapped, was hardly read. */
const PLAUSIBLE_ANSWER_MS = 300;
/** So many of them in one round are no accident. */
const HASTY_ANSWERS_MIN = 3;

/** What looks implausible; it counts, and someone may look at it (game.md#implausible-results). */
export function flagsOf(
  rows: readonly TranscriptRow[],
  result: RoundResult,
  claim: ClaimedResult,
  elapsedMs: number,
): string[] {
  const flags: string[] = [];
  const { points, coins, score } = claim;
  if (points !== result.points || coins !== result.coins || score !== result.right) {
    flags.push('claim-differs');
  }
  // A timeout may come from a clock that was put forward: it says nothing of the time that passed.
  const played = rows.filter(({ end }) => end !== 'timeout');
  if (played.reduce((sum, { ms }) => sum + ms, 0) > elapsedMs) flags.push('faster-than-the-clock');
  const hasty = rows.filter(({ end, ms }) => end === 'answered' && ms < PLAUSIBLE_ANSWER_MS);
  if (hasty.length >= HASTY_ANSWERS_MIN) flags.push('answers-too-fast');
  return flags;
}
