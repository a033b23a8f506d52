import { type Insertable, sql } from 'kysely';
import { countsAt } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import type { Tables, Trx } from '../database/tables.ts';
import { BOARD_PERIODS, BOARDS_OF, type BoardName, type Played } from './boards.ts';
import type { BoardAndPeriod, Ranking } from './ranking.ts';

/** Points that a player earned; times in epoch milliseconds. */
export type Earned = {
  playerId: number;
  /** The player's when it was issued (game.md#pools). */
  pool: Pool;
  played: Played;
  /** Whole; 0 leaves the boards as they are. */
  points: number;
  issuedAt: number;
  arrivedAt: number;
  /** The boards that take them; all of what was played where left out. */
  boards?: readonly BoardName[];
};

/** The periods a result counts for (game.md#which-period-a-result-counts-for). */
export function periodsOf({
  pool,
  played,
  issuedAt,
  arrivedAt,
}: Pick<Earned, 'pool' | 'played' | 'issuedAt' | 'arrivedAt'>): BoardAndPeriod[] {
  return BOARDS_OF[played].map((board) => {
    const periodAt = BOARD_PERIODS[board];
    return { board, pool, startsAt: periodAt(countsAt(issuedAt, arrivedAt, periodAt)).startsAt };
  });
}

/**
 * Adds points to each board's period the result counts for
 * (game.md#which-period-a-result-counts-for). Comes last in the transaction that credits the
 * ledger: whoever reaches the same figure then waits.
 */
export async function creditBoards(
  trx: Trx,
  ranking: Pick<Ranking, 'noteChange'>,
  earned: Earned,
): Promise<void> {
  const { playerId, points, arrivedAt, boards } = earned;
  const periods = periodsOf(earned).filter(({ board }) => boards?.includes(board) ?? true);
  if (points === 0 || periods.length === 0) return;
  const scored = { player_id: playerId, points, reached_at: new Date(arrivedAt) };
  await addScores(
    trx,
    periods.map(({ board, pool, startsAt }) => {
      return { board, pool, period_start: new Date(startsAt), ...scored };
    }),
  );
  await ranking.noteChange(trx, periods, playerId);
}

/** Adds points to what stands on boards, and tells no ranking; reached at the later moment. */
export async function addScores(
  trx: Trx,
  scores: readonly Insertable<Tables['board_scores']>[],
): Promise<void> {
  await trx
    .insertInto('board_scores')
    .values(scores)
    .onConflict((conflict) =>
      conflict.columns(['board', 'period_start', 'player_id', 'pool']).doUpdateSet({
        points: sql`board_scores.points + excluded.points`,
        reached_at: sql`greatest(board_scores.reached_at, excluded.reached_at)`,
      }),
    )
    .execute();
}
