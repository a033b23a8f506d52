import type { RaffleTicket } from '../../src/contract/raffle.ts';
import type { Db } from '../database/tables.ts';

/** A player's tickets of a month, the newest first. */
export async function ticketsOf(db: Db, playerId: number, month: string): Promise<RaffleTicket[]> {
  const rows = await db
    .selectFrom('raffle_tickets')
    .select(['code', 'reason', 'earned_at'])
    .where('player_id', '=', playerId)
    .where('month', '=', month)
    .orderBy('earned_at', 'desc')
    .orderBy('code')
    .execute();
  return rows.map(({ earned_at, ...ticket }) => ({
    ...ticket,
    earnedAt: earned_at.toISOString(),
  }));
}

/** A player's points since the draw before, for a month's tickets. */
export async function pointsOf(db: Db, playerId: number, month: string): Promise<number> {
  const row = await db
    .selectFrom('raffle_points')
    .select('points')
    .where('month', '=', month)
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row?.points ?? 0;
}

/** Names of those among some players who have a ticket of a month. */
export async function holdersAmong(
  db: Db,
  playerIds: readonly number[],
  month: string,
): Promise<string[]> {
  if (playerIds.length === 0) return [];
  const rows = await db
    .selectFrom('players')
    .select('nickname')
    .where('id', 'in', playerIds)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('raffle_tickets')
          .select('code')
          .whereRef('raffle_tickets.player_id', '=', 'players.id')
          .where('month', '=', month),
      ),
    )
    .execute();
  return rows.map(({ nickname }) => nickname);
}
