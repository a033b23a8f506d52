import { sql } from 'kysely';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Cluster } from './cluster.ts';
import { serverOf, superuserOf } from './templates.ts';

/** Whether two nodes follow the one that leads, at least one of them so that commits wait for it. */
export async function isReplicated(cluster: Cluster): Promise<boolean> {
  const node = await cluster.findPrimary();
  if (node === null) return false;
  const { db, close } = connectPostgres(superuserOf(node, cluster.place), { connections: 1 });
  try {
    const { rows } = await sql<{ following: number; waitedFor: number }>`
      select count(*) as following, count(*) filter (where sync_state = 'sync') as "waitedFor"
      from pg_stat_replication where state = 'streaming'`.execute(db);
    const [{ following = 0, waitedFor = 0 } = {}] = rows;
    return following === 2 && waitedFor >= 1;
  } catch {
    return false;
  } finally {
    await close();
  }
}

/** The two roles and the database that `deploy/ha/server.env` names. */
export async function makeRoles(cluster: Cluster): Promise<void> {
  const { DATABASE_URL = '', DATABASE_MIGRATE_URL = '' } = serverOf('api1', cluster.place);
  const node = await cluster.findPrimary();
  if (node === null) throw new Error('No node leads.');
  const { db, close } = connectPostgres(superuserOf(node, cluster.place), { connections: 1 });
  const [serving, owner] = [new URL(DATABASE_URL), new URL(DATABASE_MIGRATE_URL)];
  try {
    for (const { username, password } of [serving, owner]) {
      await sql`create role ${sql.id(username)} login password ${sql.lit(password)}`.execute(db);
    }
    const database = sql.id(owner.pathname.slice(1));
    await sql`create database ${database} owner ${sql.id(owner.username)}`.execute(db);
  } finally {
    await close();
  }
}
