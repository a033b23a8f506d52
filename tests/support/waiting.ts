import { sql } from 'kysely';
import type { Db } from '../../server/database/tables.ts';

/**
 * The number of connections that wait for a lock. Within a transaction the same answer would come
 * again and again.
 */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
}
