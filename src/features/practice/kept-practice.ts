import { PRACTICE_DB } from '../../config/storage-keys.ts';
import { withLock } from '../../lib/lock.ts';
import { missedPlaceOf, practices } from '../../round/missed.ts';
import type { Missed, Practice, PracticeEvent } from '../../rules/practice.ts';
import { NO_PRACTICE, stepPractice } from '../../rules/practice.ts';

const placeOf = (playerId: string) => `practice-${playerId}`;

/** What a player has to win back on this phone, with what was missed since (game.md#practice). */
export function readPractice(playerId: string): Promise<Practice> {
  return withLock(PRACTICE_DB, async () => {
    const kept = ((await practices.read(placeOf(playerId))) as Practice | undefined) ?? NO_PRACTICE;
    const missed = (await practices.read(missedPlaceOf(playerId))) as Missed[] | undefined;
    if (!missed) return kept;
    const practice = stepPractice(kept, { type: 'missed', missed });
    await practices.replace(placeOf(playerId), practice, missedPlaceOf(playerId));
    return practice;
  });
}

/** Takes a step of a player's practice; gives whether the phone keeps it: else this visit alone does. */
export function keepStep(playerId: string, event: PracticeEvent): Promise<boolean> {
  return withLock(PRACTICE_DB, () =>
    practices.change(placeOf(playerId), (practice) => stepPractice(practice as Practice, event)),
  );
}
