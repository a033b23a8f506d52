import { sql } from 'kysely';
import type { Board, BoardRow } from '../../src/contract/boards.ts';
import type { Period } from '../../src/rules/calendar.ts';
import type { Db } from '../database/tables.ts';
import { BOARD_PERIODS, type BoardName } from './credit.ts';

/** Rows of a board that are served (contract, boards). */
const SERVED_ROWS = 50;

/** A board as served: its rows, the asking player's place and row, and its period. */
export type BoardReading = { board: Board; period: Period };

/**
 * A board of the period that holds `now`: its first 50 rows and the player's own place and row
 * (`null` without points), ordered by points, then by who reached them first, then by the lower
 * id (gameplay §2, decision 19).
 * @param now epoch milliseconds
 */
export async function readBoard(
  db: Db,
  name: BoardName,
  playerId: number,
  now: number,
): Promise<BoardReading> {
  const period = BOARD_PERIODS[name](now);
  const rows = await scoresOf(db, name, period)
    .orderBy('points', 'desc')
    .orderBy('reached_at')
    .orderBy('player_id')
    .limit(SERVED_ROWS)
    .execute();
  const own = await scoresOf(db, name, period).where('player_id', '=', playerId).executeTakeFirst();
  const board = {
    leaderBoard: rows.map(toRow),
    position: own ? (await countAhead(db, name, period, own)) + 1 : null,
    user: own ? toRow(own) : null,
  };
  return { board, period };
}

/**
 * A player's points of a board's period that holds `now` (epoch milliseconds); 0 without any.
 * The weekly board's are the high score that sets the tier (decision 1).
 */
export async function readPoints(
  db: Db,
  name: BoardName,
  playerId: number,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('board_scores')
    .select('points')
    .where('board', '=', name)
    .where('period_start', '=', new Date(BOARD_PERIODS[name](now).startsAt))
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row?.points ?? 0;
}

type Score = {
  player_id: number;
  points: number;
  reached_at: Date;
  username: string;
  image: string | null;
};

function scoresOf(db: Db, name: BoardName, period: Period) {
  return db
    .selectFrom('board_scores')
    .innerJoin('players', 'players.id', 'board_scores.player_id')
    .select(['player_id', 'points', 'reached_at', 'username', 'image'])
    .where('board', '=', name)
    .where('period_start', '=', new Date(period.startsAt));
}

async function countAhead(db: Db, name: BoardName, period: Period, own: Score): Promise<number> {
  const { points, reached_at, player_id } = own;
  const row = await db
    .selectFrom('board_scores')
    .select(sql<number>`count(*)`.as('ahead'))
    .where('board', '=', name)
    .where('period_start', '=', new Date(period.startsAt))
    .where('points', '>=', points)
    .where(
      sql<boolean>`(-points, reached_at, player_id) < (${-points}::bigint, ${reached_at}::timestamptz, ${player_id}::bigint)`,
    )
    .executeTakeFirstOrThrow();
  return row.ahead;
}

function toRow({ player_id, points, username, image }: Score): BoardRow {
  const id = String(player_id);
  return { id, userId: id, highScore: points, fmuser: { name: username, image } };
}
