import { type DaysInARow, daysAfter, joinDay } from '../../src/rules/streak.ts';
import type { Trx } from '../database/tables.ts';

/**
 * Joins a day that has its first counted round to the days beside it; gives whether that makes seven
 * more full ones (game.md#play-streak). The caller holds the player.
 */
export async function keepStreak(trx: Trx, playerId: number, day: string): Promise<boolean> {
  const beside = await trx
    .deleteFrom('play_streaks')
    .where('player_id', '=', playerId)
    .where((eb) =>
      eb.or([eb('last_day', '=', daysAfter(day, -1)), eb('first_day', '=', daysAfter(day, 1))]),
    )
    .returning(['first_day as firstDay', 'last_day as lastDay', 'bonuses'])
    .execute();
  const streakThat = (is: (one: DaysInARow) => boolean) => beside.find(is) ?? null;
  const { joined, isBonusDue } = joinDay(day, {
    before: streakThat(({ lastDay }) => lastDay < day),
    after: streakThat(({ firstDay }) => firstDay > day),
  });
  const { firstDay: first_day, lastDay: last_day, bonuses } = joined;
  await trx
    .insertInto('play_streaks')
    .values({ player_id: playerId, first_day, last_day, bonuses })
    .execute();
  return isBonusDue;
}
