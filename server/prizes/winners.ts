import { sql } from 'kysely';
import type { Period } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { type PrizeRow, prizeNaira } from '../../src/rules/prize-table.ts';
import { ALL_POINTS, type BoardName, pointsOfTier } from '../boards/boards.ts';
import type { Db } from '../database/tables.ts';
import { paymentKey } from '../ledger/entries.ts';

/** Who is paid, at which place of the list, in whole naira. */
export type Winner = { playerId: number; place: number; naira: number };

/**
 * Whom a row of the prize table pays: from the top of the list those with enough points and coins
 * bought, without who has deleted their account or whose prize was refused or has lapsed; the next
 * moves up for each of them (game.md#held-prizes). Who has a prize on its way keeps it. What is paid
 * beside the places takes none of them and leaves none.
 */
export async function findWinners(
  db: Db,
  { board, pool, period }: { board: BoardName; pool: Pool; period: Period },
  row: PrizeRow,
): Promise<Winner[]> {
  const { from, below } = row.tier === null ? ALL_POINTS : pointsOfTier(row.tier);
  const start = sql`${new Date(period.startsAt)}::timestamptz`;
  const end = sql`${new Date(period.endsAt)}::timestamptz`;
  const listed = sql`board = ${board} and pool = ${pool} and period_start = ${start}
    and points >= ${from}::bigint and points < ${below}::bigint`;
  const hasPayout = (state: Sql) => sql`exists (
    select from payouts where payouts.player_id = listed.player_id
    and payouts.board = ${board} and payouts.pool = ${pool} and payouts.tier = ${row.tier ?? 0}
    and payouts.period_start = ${start} and payouts.withdrawn_question is null and payouts.state ${state}
  )`;
  const { rows } = await sql<{ player_id: number; points: number; place: number }>`
    select listed.player_id, listed.points, listed.place::int as place
    from (
      select player_id, points, row_number() over (order by points desc, reached_at, player_id) as place
      from board_scores where ${listed}
    ) listed
    join players on players.id = listed.player_id
    where points >= ${row.minPoints}::bigint
    and (${row.minPlayers}::bigint <= (select count(*) from board_scores where ${listed}))
    and not ${hasPayout(sql`in ('refused', 'lapsed')`)}
    and (${hasPayout(sql`not in ('refused', 'lapsed')`)} or (
      players.deleted_at is null
      and (${row.minCoinsBought}::bigint = 0
        or ${row.minCoinsBought}::bigint <= ${coinsBought(sql`listed.player_id`, start, end)})
    ))
    order by listed.place limit ${row.places}
  `.execute(db);
  return rows.map(({ player_id, points, place }, index) => ({
    playerId: player_id,
    place,
    naira: prizeNaira(row, index + 1, points),
  }));
}

/** Coins of packs that a player bought in a period and that were not taken back. */
export async function readCoinsBought(
  db: Db,
  playerId: number,
  { startsAt, endsAt }: Period,
): Promise<number> {
  const at = (time: number) => sql`${new Date(time)}::timestamptz`;
  const coins = coinsBought(sql`${playerId}::bigint`, at(startsAt), at(endsAt));
  const { rows } = await sql<{ coins: number }>`select ${coins} as coins`.execute(db);
  return rows[0]?.coins ?? 0;
}

function coinsBought(playerId: Sql, start: Sql, end: Sql) {
  return sql<number>`(
    select coalesce(sum(posting.amount), 0)::bigint from ledger_postings posting
    join ledger_movements movement on movement.id = posting.movement_id
    join payments on payments.reference = substr(movement.key, ${paymentKey('').length + 1})
    where posting.player_id = ${playerId} and posting.account = 'wallet'
    and movement.reason = 'coins-bought'
    and movement.created_at >= ${start} and movement.created_at < ${end}
    and payments.state = 'paid'
  )`;
}

type Sql = ReturnType<typeof sql>;
