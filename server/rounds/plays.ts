import { sql } from 'kysely';
import { lagosDate } from '../../src/rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../src/rules/plays.ts';
import { isActive, lockPlayer } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';

/** Plays of today, in Lagos, that are used: the open one, which waits for its round, is one. */
export async function countPlays(db: Db, playerId: number, now: number): Promise<number> {
  const row = await db
    .selectFrom('plays')
    .select(sql<number>`count(*)`.as('count'))
    .where('player_id', '=', playerId)
    .where('day', '=', lagosDate(now))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Leaves the player exactly one open play: an unused one is kept, else one is taken. */
export async function reducePlay(trx: Trx, playerId: number, now: number): Promise<void> {
  await lockPlayer(trx, playerId);
  if (!(await isActive(trx, playerId, now))) throw inactive();
  const day = lagosDate(now);
  const kept = await trx
    .updateTable('plays')
    .set({ day })
    .where('player_id', '=', playerId)
    .where('is_open', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (kept) return;
  if ((await countPlays(trx, playerId, now)) >= DAILY_PLAY_CAP) {
    throw new Refusal(409, 'plays/cap-reached', 'Daily Cap exceeded');
  }
  await trx
    .insertInto('plays')
    .values({ player_id: playerId, day, is_open: true, taken_at: new Date(now) })
    .execute();
}

/** Uses the open play for a round and gives its id; the play counts for today from then on. */
export async function takeOpenPlay(trx: Trx, playerId: number, now: number): Promise<number> {
  const play = await trx
    .updateTable('plays')
    .set({ is_open: false, day: lagosDate(now) })
    .where('player_id', '=', playerId)
    .where('is_open', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!play) throw new Refusal(409, 'round/no-play', 'Pick a level first to start a round');
  return play.id;
}

/** The refusal for a player without a running subscription. */
export function inactive(): Refusal {
  return new Refusal(409, 'subscription/inactive', 'Your subscription has ended');
}
