import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { PrizeTable } from '../../src/rules/prize-table.ts';
import type { Config } from '../config/config.ts';
import type { Db, Trx } from '../database/tables.ts';

/** A prize table as it was in force from `since` on, epoch milliseconds. */
export type TableVersion = {
  id: number;
  rows: PrizeTable;
  withholdingPercent: number;
  since: number;
};

type Configured = Pick<Config, 'prizes' | 'withholdingPercent'>;

/**
 * Notes the table that a server starts with, if it is another one than the last: periods that begin
 * from now on are paid by it (game.md#prize-table). Servers that start together take turns.
 */
export async function notePrizeTable(
  db: Db,
  { prizes, withholdingPercent }: Configured,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('prize table', 0))`.execute(trx);
    const last = (await readVersions(trx)).at(-1);
    const isSame =
      last?.withholdingPercent === withholdingPercent && isDeepStrictEqual(last.rows, prizes);
    if (isSame) return;
    const withholding = Math.round(withholdingPercent * 100);
    const rows = JSON.stringify(prizes);
    await trx
      .insertInto('prize_tables')
      .values({ rows, withholding, since: new Date(now) })
      .execute();
  });
}

/** Every table there was, the oldest first. */
export async function readVersions(db: Db | Trx): Promise<TableVersion[]> {
  const versions = await db.selectFrom('prize_tables').selectAll().orderBy('id').execute();
  return versions.map(({ id, rows, withholding, since }) => ({
    id,
    // A table from before tickets bound a tier pays as it said then.
    rows: rows.map((row) => ({ ...row, ticketPercent: row.ticketPercent ?? null })),
    withholdingPercent: withholding / 100,
    since: since.getTime(),
  }));
}

/** The table in force at an instant; before the first there is none, and that one counts. */
export function versionAt(versions: readonly TableVersion[], at: number): TableVersion | undefined {
  return versions.findLast(({ since }) => since <= at) ?? versions[0];
}
