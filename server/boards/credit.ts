import { sql } from 'kysely';
import { countsAt, type Period, weekOf } from '../../src/rules/calendar.ts';
import type { Trx } from '../database/tables.ts';

/** The boards there are: each has its own periods, in Africa/Lagos. */
export const BOARD_PERIODS = { weekly: weekOf } as const satisfies Record<
  string,
  (at: number) => Period
>;

/** A board's name. */
export type BoardName = keyof typeof BOARD_PERIODS;

/**
 * Adds points to a player's row of every board, in the period that the result counts for
 * (decisions 18 and 51). Belongs in the transaction that credits the points in the ledger.
 * @param result `points` whole, 0 leaves the boards as they are; `issuedAt` when its round was
 *   issued and `arrivedAt` when the result came, both in epoch milliseconds
 */
export async function creditBoards(
  trx: Trx,
  result: { playerId: number; points: number; issuedAt: number; arrivedAt: number },
): Promise<void> {
  if (result.points === 0) return;
  const { playerId, points, issuedAt, arrivedAt } = result;
  const rows = Object.entries(BOARD_PERIODS).map(([board, periodOf]) => ({
    board,
    period_start: new Date(periodOf(countsAt(issuedAt, arrivedAt, periodOf)).startsAt),
    player_id: playerId,
    points,
    reached_at: new Date(arrivedAt),
  }));
  await trx
    .insertInto('board_scores')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['board', 'period_start', 'player_id']).doUpdateSet({
        points: sql`board_scores.points + excluded.points`,
        reached_at: sql`greatest(board_scores.reached_at, excluded.reached_at)`,
      }),
    )
    .execute();
}
