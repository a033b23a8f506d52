import { sql } from 'kysely';
import { lockPlayer } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { releaseHold } from '../ledger/entries.ts';
import { costOf } from './terms.ts';

/** As a literal: by a parameter no plan that is kept could use the index of open rounds. */
const OPEN = sql.lit('open' as const);

/** Frees the holds of a player's rounds that can no longer be delivered (game.md#holds). */
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

/** The same inside a transaction that has locked the player. */
export async function expireLocked(trx: Trx, playerId: number, now: number): Promise<void> {
  await endRounds(trx, playerId, now, { isOverdue: true });
}

/** Ends all open rounds of a player, whom the caller has locked: their coins are free again. */
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

/** Players with rounds that can no longer be delivered, some at a time. */
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
