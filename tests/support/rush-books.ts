import { sql } from 'kysely';
import type { TestPlayer } from './test-player.ts';

/** The totals of a player's tickets and runs: in the ledger, on the board, in the tables. */
export async function sumsOf({ server, id }: TestPlayer): Promise<Record<string, number>> {
  const { rows } = await sql<Record<string, number>>`
    select
      (select tickets from wallets where player_id = ${id}) as tickets,
      (select count(*) from rush_runs where player_id = ${id} and state = 'open') as open,
      (select count(*) from rush_runs where player_id = ${id} and state = 'counted') as counted,
      (select count(*) from rush_runs where player_id = ${id} and state = 'void') as void,
      (select coalesce(sum(amount), 0)::bigint from ledger_postings
        where player_id = ${id} and account = 'points') as points,
      (select coalesce(sum(points), 0)::bigint from board_scores
        where player_id = ${id} and board = 'rush') as board
  `.execute(server.db);
  return rows[0] ?? {};
}
