import { sql } from 'kysely';
import type { Db, Trx } from '../database/tables.ts';

/** The tables that count scores, and what of a score they count by. */
const COUNTS = [
  { table: 'board_points', by: 'board, pool, period_start, points' },
  { table: 'board_slices', by: 'board, pool, period_start, points, board_slice(reached_at)' },
] as const;

/** The figures whose count of players is not the number of scores. */
export async function countMiscounted(trx: Trx): Promise<number> {
  let miscounted = 0;
  for (const { table, by } of COUNTS) {
    const counted = sql`(select * from ${sql.table(table)} except all ${countsBy(by)})`;
    const missing = sql`(${countsBy(by)} except all select * from ${sql.table(table)})`;
    miscounted += await count(trx, sql`(${counted} union ${missing}) as miscounted`);
  }
  return miscounted;
}

/** Counts the players at each figure anew. */
export async function writeCounts(db: Db): Promise<void> {
  for (const { table, by } of COUNTS) {
    await sql`delete from ${sql.table(table)}`.execute(db);
    await sql`insert into ${sql.table(table)} ${countsBy(by)}`.execute(db);
  }
}

function countsBy(by: string) {
  return sql`select ${sql.raw(by)}, count(*) from board_scores group by ${sql.raw(by)}`;
}

/** How many rows there are of what is named. */
export async function count(trx: Trx, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${what}`.execute(trx);
  return rows[0]?.count ?? 0;
}
