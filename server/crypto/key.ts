import { randomBytes } from 'node:crypto';
import type { Db } from '../database/tables.ts';

const KEY_BYTES = 32;

/**
 * Gives a key of the database's own. The key is made at its first use and is the same for every server on the
 * database.
 */
export async function openKey(db: Db, name: string): Promise<Buffer> {
  await db
    .insertInto('settings')
    .values({ name, value: randomBytes(KEY_BYTES).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const key = await findKey(db, name);
  if (key === null) throw new Error(`the database did not keep its ${name}`);
  return key;
}

/** Gives a key of the database's own; `null` if it was never used. */
export async function findKey(db: Db, name: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row ? Buffer.from(row.value, 'base64url') : null;
}
