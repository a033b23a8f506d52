import { sql } from 'kysely';
import type { Db, Trx } from './tables.ts';

/**
 * Notes that the database is a restored copy. It lacks what was sent after it was made, so nothing is sent
 * until that has been looked for (trouble.md#backups).
 */
export async function noteRestore(db: Db, now: number): Promise<void> {
  await db.transaction().execute((trx) => noteIn(trx, now));
}

async function noteIn(trx: Trx, now: number): Promise<void> {
  // A restore that still waits for its answer is replaced: an answer about an earlier copy says nothing of
  // this one.
  await trx.deleteFrom('restores').where('answered_at', 'is', null).execute();
  await trx
    .insertInto('restores')
    .values({ at: new Date(now) })
    .execute();
}

const NAME = 'restored-where';

/**
 * Notes a restore by `pg_restore`, after which the table or the cluster has another id. If the files
 * themselves were copied back, the ids are the same, so an operator has to note such a restore by hand.
 */
export async function noteIfRestored(db: Db, now: number): Promise<void> {
  const value = await readWhere(db);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('settings')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const moved = await trx
      .updateTable('settings')
      .set({ value })
      .where('name', '=', NAME)
      .where('value', '<>', value)
      .returning('name')
      .executeTakeFirst();
    if (moved) await noteIn(trx, now);
  });
}

async function readWhere(db: Db): Promise<string> {
  const { rows } = await sql<{ oid: string; canRead: boolean }>`
    select 'settings'::regclass::oid::text as oid,
      has_function_privilege('pg_control_system()', 'execute') as "canRead"`.execute(db);
  const [{ oid, canRead } = { oid: '', canRead: false }] = rows;
  // Some hosts of databases do not let their users read the cluster's figures.
  if (!canRead) return oid;
  const cluster = await sql<{ id: string }>`
    select system_identifier::text as id from pg_control_system()`.execute(db);
  return `${cluster.rows[0]?.id} ${oid}`;
}
