import { sql } from 'kysely';
import type { Pool } from '../../src/rules/networks.ts';
import { SERVED_PLACES } from '../../src/rules/prizes.ts';
import type { Db } from '../database/tables.ts';
import { ALL_POINTS, type BoardName, finalAt, type PointsRange, periodOf } from './boards.ts';
import type { BoardAndPeriod, Ranking, Standing } from './ranking.ts';

/** Rows on each side of a player who stands below those. */
const ROWS_AROUND = 2;

/** What a board is asked for; `at` is now, in epoch milliseconds. */
export type BoardAsk = {
  board: BoardName;
  pool: Pool;
  which: 'current' | 'previous';
  playerId: number;
  at: number;
  /** Only who has these points; else all. */
  range?: PointsRange;
};

/**
 * A board as served: 50 rows, the player's own row and place (`null` without points, the place also
 * outside the range), who stands around them below those rows, and the period (game.md#boards).
 */
export async function readBoard(
  ranking: Pick<Ranking, 'read' | 'looks'>,
  { board, pool, which, playerId, at, range = ALL_POINTS }: BoardAsk,
) {
  const period = periodOf(board, at, which);
  const { top, own, around } = await ranking.read({
    board,
    pool,
    startsAt: period.startsAt,
    playerId,
    range,
    rows: SERVED_PLACES,
    around: ROWS_AROUND,
  });
  const shown = new Set([playerId, ...[...top, ...around].map((one) => one.playerId)]);
  const looks = await ranking.looks([...shown]);
  const toRow = ({ playerId, points }: Pick<Standing, 'playerId' | 'points'>) => {
    const id = String(playerId);
    return { id, userId: id, highScore: points, fmuser: looks.get(playerId) ?? NO_LOOKS };
  };
  return {
    status: true as const,
    data: {
      leaderBoard: top.map(toRow),
      position: own?.place ?? null,
      user: own && toRow({ playerId, points: own.points }),
    },
    meta: {
      period: {
        startsAt: new Date(period.startsAt).toISOString(),
        endsAt: new Date(period.endsAt).toISOString(),
        finalAt: new Date(finalAt(period)).toISOString(),
      },
      neighbours: around.map((standing) => ({ ...toRow(standing), position: standing.place })),
    },
  };
}

const NO_LOOKS = { name: '', image: null };

/**
 * A player's points in a board's period at `now` (ms), those of all pools together, as a part of a
 * statement; the weekly set the tier (game.md#tiers), which a player keeps whatever network they change to.
 */
export function pointsInPeriod(board: BoardName, playerId: number, now: number) {
  const { startsAt } = periodOf(board, now, 'current');
  return sql<number>`(select coalesce(sum(points), 0)::bigint from board_scores
    where board = ${board} and period_start = ${new Date(startsAt)}::timestamptz
    and player_id = ${playerId}::bigint)`;
}

/** The same, read by itself. */
export async function readPoints(
  db: Db,
  board: BoardName,
  playerId: number,
  now: number,
): Promise<number> {
  const { points } = await db
    .selectNoFrom(pointsInPeriod(board, playerId, now).as('points'))
    .executeTakeFirstOrThrow();
  return points;
}

/** How many players have points in a period of a pool's board. */
export async function countPlayers(
  db: Db,
  { board, pool, startsAt }: BoardAndPeriod,
): Promise<number> {
  const row = await db
    .selectFrom('board_points')
    .select(sql<number>`coalesce(sum(players), 0)::bigint`.as('players'))
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(startsAt))
    .executeTakeFirstOrThrow();
  return row.players;
}
