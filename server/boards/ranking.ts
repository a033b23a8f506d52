import type { Pool } from '../../src/rules/networks.ts';
import { openKey } from '../crypto/key.ts';
import { connectStore } from '../database/store-connection.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { BoardName, PointsRange } from './boards.ts';
import type { RankingLog } from './circuit-breaker.ts';
import { databaseRanking } from './database-ranking.ts';
import { replicaRanking } from './replica-ranking.ts';
import { sortedSetRanking } from './sorted-set.ts';

/** A period of a pool's board; `startsAt` in epoch milliseconds. */
export type BoardAndPeriod = { board: BoardName; pool: Pool; startsAt: number };

/** A request for a board: a range of it, and one player's place there. */
export type RankingAsk = BoardAndPeriod & {
  playerId: number;
  range: PointsRange;
  rows: number;
  /** The number of rows on each side of a player who is below those. */
  around: number;
};

/** A player on a board; `place` counts from 1 within the requested range. */
export type Place = { playerId: number; points: number; place: number };

/** An answer, all of one moment. */
export type Places = {
  top: Place[];
  /** The asking player: `null` without points, `place` null outside the range. */
  own: { points: number; place: number | null } | null;
  /** The players around the asking player, who is included; empty if they are among the top rows. */
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
  /** Takes a changed score in its transaction: once it commits, every process answers with it. */
  noteChange: (trx: Trx, periods: readonly BoardAndPeriod[], playerId: number) => Promise<void>;
  read: (ask: RankingAsk) => Promise<Places>;
  /** How players are shown, by id. */
  shownPlayers: (playerIds: readonly number[]) => Promise<ReadonlyMap<number, ShownPlayer>>;
  /** Told that scores were written anew from the ledger. */
  forget: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Sorted sets if the configuration has an address, otherwise the database (ADR-0011). The database,
 * or its copy at `readUrl` if there is one, also answers while the store is away or fails; `log`
 * records that. Throws StartError when the store refuses our login.
 */
export async function openRanking(
  rankUrl: string | null,
  db: Db,
  log: RankingLog,
  readUrl: string | null = null,
): Promise<Ranking> {
  const database = readUrl === null ? databaseRanking(db) : replicaRanking(readUrl, db, log);
  if (rankUrl === null) return database;
  // `forget`, which every server calls first, reports that it is away.
  const client = await connectStore(rankUrl, () => {});
  // Several databases may share a store; the braces keep one database's sets together on a cluster.
  const own = (await openKey(db, 'board-sets')).toString('hex').slice(0, 12);
  return sortedSetRanking({ client, root: `{football-mastermind:${own}}` }, db, log, database);
}
