import { type Insertable, sql } from 'kysely';
import {
  countsAt,
  dayOf,
  LATE_RESULT_GRACE_MS,
  monthOf,
  type Period,
  weekOf,
} from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { SERVED_PLACES } from '../../src/rules/prizes.ts';
import { lastPointsOf } from '../../src/rules/tiers.ts';
import { RUSH_TIERS } from '../../src/rules/tournament.ts';
import type { Db, Tables, Trx } from '../database/tables.ts';
import type { BoardAndPeriod, Place, Ranking } from './ranking.ts';

/** The boards, each with the function that gives its period in Lagos time (game.md#boards). */
export const BOARD_PERIODS = { monthly: monthOf, rush: dayOf, weekly: weekOf } as const satisfies {
  [name: string]: (at: number) => Period;
};

/** The name of a board. `rush` is the board of the tournament. */
export type BoardName = keyof typeof BOARD_PERIODS;

/**
 * The boards that points are added to, by the kind of game (game.md#boards). The order is always
 * the same, so that simultaneous results never deadlock.
 */
const BOARDS_OF = {
  round: ['monthly', 'weekly'],
  rush: ['rush'],
} as const satisfies Record<string, readonly BoardName[]>;

export type Played = keyof typeof BOARDS_OF;

/** A range of points, which includes `from` and excludes `below`. */
export type PointsRange = { from: number; below: number };

/** More points than a player can have in any period. */
const POINTS_LIMIT = 2 ** 20;

/** The range of all players with points. */
export const ALL_POINTS: PointsRange = { from: 1, below: POINTS_LIMIT };

/** The points of a tier of the tournament's day (game.md#tiers-of-the-day). */
export function pointsOfTier(tier: number): PointsRange {
  const at = RUSH_TIERS.findIndex((one) => one.tier === tier);
  return {
    from: Math.max(ALL_POINTS.from, RUSH_TIERS[at]?.fromPoints ?? 0),
    below: Math.min(POINTS_LIMIT, lastPointsOf(RUSH_TIERS, at) + 1),
  };
}

/**
 * The period of a board that contains `at`, or the period before it. Times are in epoch
 * milliseconds (game.md#calendar).
 */
export function periodOf(board: BoardName, at: number, which: 'current' | 'previous'): Period {
  const current = BOARD_PERIODS[board](at);
  return which === 'current' ? current : BOARD_PERIODS[board](current.startsAt - 1);
}

/**
 * The instant, in epoch milliseconds, from which no result changes a period
 * (game.md#when-a-period-is-final).
 */
export function finalAt({ endsAt }: Period): number {
  return endsAt + LATE_RESULT_GRACE_MS;
}

/** Points that a player earned. Times are in epoch milliseconds. */
type Earned = {
  playerId: number;
  /** The player's pool when the game was issued (game.md#pools). */
  pool: Pool;
  played: Played;
  /** A whole number; 0 changes no board. */
  points: number;
  issuedAt: number;
  arrivedAt: number;
  /** The boards that get the points; by default all boards of that kind of game. */
  boards?: readonly BoardName[];
};

/** The periods that a result counts for (game.md#which-period-a-result-counts-for). */
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
 * Adds points to each board, in the period that the result counts for
 * (game.md#which-period-a-result-counts-for). Call it last in the transaction that credits the
 * ledger, because from this call on another player who reaches the same number of points has to
 * wait.
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

/**
 * Adds points to the scores of boards without notifying a ranking. The points count as reached at
 * the old or the new instant, whichever is later. A trigger counts each change in `board_points`
 * and `board_slices` (migrations/0021-pools.ts).
 */
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

/** How many rows are served on each side of a player who is below the first rows. */
const ROWS_AROUND = 2;

/** A request for a board. `at` is the current time in epoch milliseconds. */
export type BoardAsk = {
  board: BoardName;
  pool: Pool;
  which: 'current' | 'previous';
  playerId: number;
  at: number;
  /** Reads only players whose points are in this range; by default all players. */
  range?: PointsRange;
};

/**
 * A board as it is served, with its period (game.md#boards). It has 50 rows and the player's own
 * row and place. Both are `null` without points, and the place is also `null` outside the range.
 * For a player below the 50 rows it includes the players around them.
 */
export async function readBoard(
  ranking: Pick<Ranking, 'read' | 'shownPlayers'>,
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
  const shownPlayers = await ranking.shownPlayers([...shown]);
  const toRow = ({ playerId, points }: Pick<Place, 'playerId' | 'points'>) => {
    const id = String(playerId);
    return { id, userId: id, highScore: points, fmuser: shownPlayers.get(playerId) ?? NAMELESS };
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
      neighbours: around.map((place) => ({ ...toRow(place), position: place.place })),
    },
  };
}

const NAMELESS = { name: '', image: null };

/**
 * A part of an SQL statement that gives a player's points in a board's period at `now` (ms). It
 * adds up all pools, because the weekly points set the tier (game.md#tiers) and a player keeps the
 * tier when they change to another network.
 */
export function pointsInPeriod(board: BoardName, playerId: number, now: number) {
  const { startsAt } = periodOf(board, now, 'current');
  return sql<number>`(select coalesce(sum(points), 0)::bigint from board_scores
    where board = ${board} and period_start = ${new Date(startsAt)}::timestamptz
    and player_id = ${playerId}::bigint)`;
}

/** Reads a player's points in a board's period at `now` (ms), over all pools. */
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

/** The number of players with points in a period of a pool's board. */
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
