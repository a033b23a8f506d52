import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { StartError } from '../config/start-error.ts';
import { openDatabase } from '../database/connection.ts';
import { restoreDump } from '../database/dump.ts';
import { restoreFolder } from '../database/embedded.ts';
import { connectPostgres } from '../database/postgres.ts';
import { noteRestore } from '../database/restores.ts';
import { WAITS } from '../prizes/restored.ts';
import { type Asked, DeskError, type Told } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { USAGE } from './usage.ts';

const NO_KEY = { lines: ['Your operator key is needed: set OPERATOR_KEY'], isKeyNeeded: true };

/**
 * Brings a copy into a database that is empty, and logs it there by the copy's own operators: what
 * there is before knows none. Throws StartError.
 */
export async function restoreDatabase(config: Config, { args, key }: Asked): Promise<Told> {
  const [, , file, ...more] = args;
  if (file === undefined || more.length > 0) return { lines: [USAGE.database], isDone: false };
  if (key === null) return { ...NO_KEY, isDone: false };
  await bringIn(config, file);
  const { db, close } = await openDatabase(config);
  const done = [`The database is as it was when ${file} was made`, WAITS];
  try {
    const operator = await findOperator(db, key);
    const log = { command: 'database restore', reference: file };
    await db.transaction().execute((trx) => logChange(trx, operator, log, Date.now()));
    return { lines: done, isDone: true };
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    return { lines: [...done, `${error.message}: it is not in its log`], isDone: false };
  } finally {
    await close();
  }
}

async function bringIn(config: Config, file: string): Promise<void> {
  const { databaseUrl, migrateUrl, dataDir } = config;
  if (databaseUrl === null) return restoreFolder(dataDir, file);
  const address = migrateUrl ?? databaseUrl;
  const { db, close } = connectPostgres(address);
  try {
    const { rows } = await sql<{ tables: number }>`
      select count(*) as tables from pg_tables where schemaname = current_schema()`.execute(db);
    if (rows[0]?.tables !== 0) {
      throw new StartError('The database has tables: restore into an empty one');
    }
  } finally {
    await close();
  }
  await restoreDump(address, file);
  const restored = await openDatabase(config);
  try {
    await noteRestore(restored.db, Date.now());
  } finally {
    await restored.close();
  }
}
