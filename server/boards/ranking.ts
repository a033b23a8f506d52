import type { Pool } from '../../src/rules/networks.ts';
import { openKey } from '../crypto/key.ts';
import { connectStore } from '../database/store-connection.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { BoardName, PointsRange } from './boards.ts';
import type { RankingLog } from './circuit-breaker.ts';
import { databaseRanking } from './database-ranking.ts';
import { replicaRanking } from './replica-ranking.ts';
import { sortedSetRanking } from './sorted-set.ts';

/** A period of a pool's board. `startsAt` is in epoch milliseconds. */
export type BoardAndPeriod = { board: BoardName; pool: Pool; startsAt: number };

/** A request for a board: a range of it, and one player's place there. */
export type RankingAsk = BoardAndPeriod & {
  playerId: number;
  range: PointsRange;
  rows: number;
  /** How many rows to read on each side of a player who is below the first `rows` rows. */
  around: number;
};

/** A player on a board. `place` counts from 1 within the requested range. */
export type Place = { playerId: number; points: number; place: number };

/** An answer whose parts all show the same moment. */
export type Places = {
  top: Place[];
  /**
   * The asking player, or `null` without points. `place` is `null` if the points are outside the
   * range.
   */
  own: { points: number; place: number | null } | null;
  /**
   * The asking player and the players around them; empty if the asking player is among the top
   * rows.
   */
  around: Place[];
};

/** How a player is shown on a board. */
export type ShownPlayer = { name: string; image: string | null };

/**
 * The order of players: by points, then by who reached them first, then by the lower id
 * (game.md#order-on-a-board). A ranking only finds places among the rows of `board_scores`, which
 * are written with the ledger.
 */
export type Ranking = {
  /**
   * Records a changed score in the transaction that changes it. After the commit every process
   * answers with the new score.
   */
  noteChange: (trx: Trx, periods: readonly BoardAndPeriod[], playerId: number) => Promise<void>;
  read: (ask: RankingAsk) => Promise<Places>;
  /** How players are shown, by id. */
  shownPlayers: (playerIds: readonly number[]) => Promise<ReadonlyMap<number, ShownPlayer>>;
  /** Discards the ranking's own copies of scores, after scores were rewritten from the ledger. */
  forget: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The ranking that the configuration asks for: sorted sets if `rankUrl` is the address of a store,
 * otherwise the database (ADR-0011). While the store cannot be reached or fails, the database
 * answers, or its replica at `readUrl` if there is one. `log` records failures. Throws StartError
 * if the store refuses our login.
 */
export async function openRanking(
  rankUrl: string | null,
  db: Db,
  log: RankingLog,
  readUrl: string | null = null,
): Promise<Ranking> {
  const database = readUrl === null ? databaseRanking(db) : replicaRanking(readUrl, db, log);
  if (rankUrl === null) return database;
  // Connection errors need no handler here: every server calls `forget` first, which reports a
  // store that cannot be reached.
  const client = await connectStore(rankUrl, () => {});
  // Several databases may share a store, so each has a prefix of its own. In a cluster the braces
  // keep the sets of a database together.
  const own = (await openKey(db, 'board-sets')).toString('hex').slice(0, 12);
  return sortedSetRanking({ client, root: `{football-mastermind:${own}}` }, db, log, database);
}
