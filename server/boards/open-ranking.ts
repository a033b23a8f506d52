import { openKey } from '../crypto/key.ts';
import { connectStore } from '../database/store-connection.ts';
import type { Db } from '../database/tables.ts';
import { databaseRanking } from './database-ranking.ts';
import type { RankingLog } from './helper.ts';
import type { Ranking } from './ranking.ts';
import { replicaRanking } from './replica-ranking.ts';
import { sortedSetRanking } from './sorted-set-ranking.ts';

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
