import { openKey } from '../database/key.ts';
import type { Db } from '../database/tables.ts';
import { databaseRanking } from './database-ranking.ts';
import type { Ranking } from './ranking.ts';
import { connectStore, sortedSetRanking } from './sorted-set-ranking.ts';

/**
 * The ranking that the configuration names: sorted sets where an address is given, else the
 * database. Sets that were filled before are given up: what a server without them has written
 * meanwhile is not in them.
 * @throws StartError when nothing answers at that address
 */
export async function openRanking(
  rankUrl: string | null,
  db: Db,
  log: Parameters<typeof sortedSetRanking>[2],
): Promise<Ranking> {
  if (rankUrl === null) return databaseRanking(db);
  const client = await connectStore(rankUrl);
  // Several databases may share a store; the braces keep one's sets together on a cluster.
  const own = (await openKey(db, 'board-sets')).toString('hex').slice(0, 12);
  const ranking = sortedSetRanking({ client, root: `{football-mastermind:${own}}` }, db, log);
  await ranking.forget();
  return ranking;
}
