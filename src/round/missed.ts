import { PRACTICE_DB } from '../config/storage-keys.ts';
import { fallbackStore } from '../lib/fallback-store.ts';
import { serverTime } from '../lib/server-clock.ts';
import { withLock } from '../lib/with-lock.ts';
import { lagosDate } from '../rules/calendar.ts';
import type { Missed, Practice } from '../rules/practice.ts';
import { isRightAnswer, type RoundState } from '../rules/round.ts';
import type { SavedRound } from './store.ts';

/** How many missed questions can wait for practice; beyond that the oldest are dropped. */
const MOST_WAITING = 100;

/** Each player's practice and, under a second name, the questions missed since it was last opened. */
export const practices = fallbackStore<Practice | Missed[]>(PRACTICE_DB, 'players');

/** The store's name for a player's missed questions since their practice was last opened. */
export const missedPlaceOf = (playerId: string) => `missed-${playerId}`;

/**
 * Keeps the questions that were wrong, skipped or timed out in a round that is over (`now` in ms), for
 * its player to practise (game.md#practice).
 */
export async function keepMissed(
  { playerId, category, questions, terms }: SavedRound,
  { rows }: RoundState,
  now: number,
): Promise<void> {
  const missed = rows.flatMap((row, index): Missed[] => {
    const question = questions[index];
    if (!question || isRightAnswer(row, question, terms)) return [];
    const asked = { ...question, category: category.name };
    return [{ question: asked, said: row.choice, on: lagosDate(serverTime(now)) }];
  });
  const place = missedPlaceOf(playerId);
  // Another tab may be moving the missed questions into practice. A write without the lock would bring them
  // back.
  await withLock(PRACTICE_DB, async () => {
    const before = ((await practices.read(place)) ?? []) as Missed[];
    await practices.write(place, [...before, ...missed].slice(-MOST_WAITING));
  });
}

/** Forgets the mistakes that every player of this phone had to win back (account.md#logout). Never throws. */
export const forgetPractice = (): Promise<void> => practices.clear();
