import type { Pool } from '../../src/rules/networks.ts';
import { openKey } from '../crypto/key.ts';
import { connectStore } from '../database/store-connection.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { BoardName, PointsRange, RankingLog } from './boards.ts';
import { databaseRanking } from './database-ranking.ts';
import { replicaRanking } from './replica-ranking.ts';
import { sortedSetRanking } from './sorted-set.ts';

/** A period of a pool's board; `startsAt` in epoch milliseconds. */
export type BoardAndPeriod = { board: BoardName; pool: Pool; startsAt: number };

/** What is asked of a board: a stretch of it, and where one player stands there. */
export type RankingAsk = BoardAndPeriod & {
  playerId: number;
  range: PointsRange;
  rows: number;
  /** How many rows on each side of a player who stands below those. */
  around: number;
};

/** A player on a board; `place` counts from 1 within the stretch that was asked for. */
export type Place = { playerId: number; points: number; place: number };

/** An answer, all of one moment. */
export type Places = {
  top: Place[];
  /** The asking player: `null` without points, `place` null outside the stretch. */
  own: { points: number; place: number | null } | null;
  /** Who stands around the asking player, with them; empty where they are among the top rows. */
  around: Place[];
};

/** How a player is shown on a board. */
export type Look = { name: string; image: string | null };

/**
 * Who stands where: by points, then by who reached them first, then by the lower id
 * (game.md#order-on-a-board). It only finds places among the rows of `board_scores`, written with
 * the ledger.
 */
export type Ranking = {
  /** Told of a changed score in its transaction: once it commits, every process answers with it. */
  noteChange: (trx: Trx, periods: readonly BoardAndPeriod[], playerId: number) => Promise<void>;
  read: (ask: RankingAsk) => Promise<Places>;
  /** How players are shown, by id. */
  looks: (playerIds: readonly number[]) => Promise<ReadonlyMap<number, Look>>;
  /** Told that scores were written anew from the ledger. */
  forget: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Sorted sets where the configuration has an address, else the database (ADR-0011), which also
 * answers while the store is away or fails (`log` is told), by its copy at `readUrl` where there is one.
 * Throws StartError when the store does not take us.
 */
export async function openRanking(
  rankUrl: string | null,
  db: Db,
  log: RankingLog,
  readUrl: string | null = null,
): Promise<Ranking> {
  const database = readUrl === null ? databaseRanking(db) : replicaRanking(readUrl, db, log);
  if (rankUrl === null) return database;
  // `forget`, with which every server begins, says that it is away.
  const client = await connectStore(rankUrl, () => {});
  // Several databases may share a store; the braces keep one's sets together on a cluster.
  const own = (await openKey(db, 'board-sets')).toString('hex').slice(0, 12);
  return sortedSetRanking({ client, root: `{football-mastermind:${own}}` }, db, log, database);
}
