import { sql } from 'kysely';
import { lagosDate } from '../../src/rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../src/rules/plays.ts';
import { lengthOf } from '../../src/rules/streak.ts';
import { isActive, lockPlayer } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { releaseHold } from '../ledger/entries.ts';
import { countedRounds } from '../raffle/raffle.ts';
import { costOf } from './terms.ts';

/** A literal in the SQL, because a prepared query with a parameter could not use the index of open rounds. */
const OPEN = sql.lit('open' as const);

/**
 * Ends the rounds of a player whose results can no longer be delivered, and releases their coins
 * (game.md#holds).
 */
export async function expireRoundsOf(db: Db, playerId: number, now: number): Promise<void> {
  const overdue = await db
    .selectFrom('rounds')
    .select('id')
    .where('player_id', '=', playerId)
    .where('state', '=', OPEN)
    .where('deliver_by', '<', new Date(now))
    .limit(1)
    .executeTakeFirst();
  if (!overdue) return;
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    await expireLocked(trx, playerId, now);
  });
}

/** Does the same as `expireRoundsOf` in a transaction that has locked the player. */
export async function expireLocked(trx: Trx, playerId: number, now: number): Promise<void> {
  await endRounds(trx, playerId, now, { isOverdue: true });
}

/** Ends all open rounds of a player and releases their coins. The caller has locked the player. */
export async function endOpenRounds(trx: Trx, playerId: number, now: number): Promise<void> {
  await endRounds(trx, playerId, now, { isOverdue: false });
}

async function endRounds(
  trx: Trx,
  playerId: number,
  now: number,
  { isOverdue }: { isOverdue: boolean },
): Promise<void> {
  const rounds = await trx
    .updateTable('rounds')
    .set({ state: 'expired', closed_at: new Date(now) })
    .where('player_id', '=', playerId)
    .where('state', '=', OPEN)
    .$if(isOverdue, (query) => query.where('deliver_by', '<', new Date(now)))
    .returning(['id', 'coins_per_question'])
    .execute();
  for (const round of rounds) {
    await releaseHold(trx, { roundId: round.id, playerId, cost: costOf(round) }, now);
  }
}

/** Up to `limit` players who have rounds whose results can no longer be delivered. */
export async function playersWithOverdueRounds(
  db: Db,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('rounds')
    .select('player_id')
    .distinct()
    .where('state', '=', 'open')
    .where('deliver_by', '<', new Date(now))
    .limit(limit)
    .execute();
  return rows.map(({ player_id }) => player_id);
}

/**
 * A player's present day in Lagos: the plays that are used, with the open play among them, the counted
 * rounds, and the streak.
 */
export async function readDay(db: Db, playerId: number, now: number) {
  const { rows } = await sql<{
    plays: number;
    rounds_today: number;
    first_day: string | null;
    last_day: string | null;
  }>`
    select
      ${usedPlays(playerId, now)} as plays,
      ${countedRounds(playerId, now)} as rounds_today,
      first_day, last_day
    from (values (1)) one left join (
      select first_day, last_day from play_streaks where player_id = ${playerId}::bigint
      order by last_day desc limit 1
    ) newest on true`.execute(db);
  const [{ plays, rounds_today: roundsToday, first_day: firstDay, last_day: lastDay } = EMPTY] =
    rows;
  // A streak that can no longer grow is included too (game.md#play-streak).
  const days = firstDay && lastDay ? lengthOf({ firstDay, lastDay }) : 0;
  return { plays, streak: { days, lastDay, roundsToday } };
}

const usedPlays = (playerId: number, now: number) =>
  sql<number>`(select count(*) from plays
    where player_id = ${playerId}::bigint and day = ${lagosDate(now)})`;

const EMPTY = { plays: 0, rounds_today: 0, first_day: null, last_day: null };

/** Makes sure that a player has one open play: an open play is kept, otherwise a new one is taken. */
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
  await insertPlay(trx, { playerId, isOpen: true }, now);
}

/**
 * Uses the player's open play for a round, and gives the id of the play, which now counts for today. If no
 * play is open, a new one is taken, provided that `isNewPlay` allows it. The caller has locked the player.
 */
export async function usePlay(
  trx: Trx,
  { playerId, isNewPlay }: { playerId: number; isNewPlay: boolean },
  now: number,
): Promise<number> {
  const day = lagosDate(now);
  const play = await trx
    .updateTable('plays')
    .set({ is_open: false, day })
    .where('player_id', '=', playerId)
    .where('is_open', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (play) return play.id;
  if (!isNewPlay) throw new Refusal(409, 'round/no-play', 'Pick a level first to start a round');
  const taken = await insertPlay(trx, { playerId, isOpen: false }, now);
  return taken.id;
}

/** Takes a new play. Throws Refusal 409 `plays/cap-reached` if all plays of the day are used. */
async function insertPlay(
  trx: Trx,
  { playerId, isOpen }: { playerId: number; isOpen: boolean },
  now: number,
): Promise<{ id: number }> {
  const day = lagosDate(now);
  const { rows } = await sql<{ id: number }>`
    insert into plays (player_id, day, is_open, taken_at)
    select ${playerId}::bigint, ${day}, ${isOpen}::boolean, ${new Date(now)}::timestamptz
    where ${usedPlays(playerId, now)} < ${DAILY_PLAY_CAP}::integer
    returning id`.execute(trx);
  if (!rows[0]) throw new Refusal(409, 'plays/cap-reached', 'Daily Cap exceeded');
  return rows[0];
}

/** The refusal for a player without a running subscription. */
export function inactive(): Refusal {
  return new Refusal(409, 'subscription/inactive', 'Your subscription has ended');
}
