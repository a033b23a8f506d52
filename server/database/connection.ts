import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { Db, Tables } from './tables.ts';

/** An open database with the newest tables, and how to close it. */
export type OpenDatabase = { db: Db; close: () => Promise<void> };

const POOL_SIZE = 20;
const CONNECT_TIMEOUT_MS = 5_000;
/** So that nothing that hangs keeps a connection, or what it has locked, from all others. */
const STATEMENT_TIMEOUT_MS = 15_000;
const LOCK_TIMEOUT_MS = 10_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;

/** Amounts and ids are far below 2^53: whole numbers are read as numbers. */
const parseWholeNumber = (text: string) => Number(text);

/**
 * Opens PostgreSQL where an address is given, else the embedded database in its folder, and
 * brings its tables up to date.
 * @throws StartError when it cannot be reached, used or brought up to date
 */
export async function openDatabase(config: {
  databaseUrl: string | null;
  dataDir: string;
}): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openFolder(config.dataDir)
    : openPostgres(config.databaseUrl);
}

async function openPostgres(address: string): Promise<OpenDatabase> {
  const { db, close } = connectPostgres(address);
  try {
    await sql`select 1`.execute(db);
    await migrate(db);
  } catch (error) {
    await close().catch(() => {});
    const { hostname, port, pathname } = new URL(address);
    const where = `${hostname}:${port || '5432'}${pathname}`;
    throw new StartError(`The database at ${where} cannot be used: ${reasonOf(error)}.`);
  }
  return { db, close };
}

/** A connection pool on PostgreSQL, without looking whether anything answers there. */
export function connectPostgres(address: string): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: address,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'football-mastermind',
    types: {
      getTypeParser: (id: number, format?: 'text' | 'binary') =>
        id === pg.types.builtins.INT8 ? parseWholeNumber : pg.types.getTypeParser(id, format),
    },
  });
  // A connection that breaks while it rests, in the pool or between two statements of a transaction,
  // must not end the process; the next query says what is wrong.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, close: () => db.destroy() };
}

async function openFolder(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  try {
    const { db, close } = await openEmbedded({ dataDir: join(folder, 'postgres') });
    return {
      db,
      close: async () => {
        await close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw new StartError(`The database in ${folder} cannot be opened: ${reasonOf(error)}.`);
  }
}

/** The embedded database, in memory unless a folder is given, with the newest tables. */
export async function openEmbedded(options: PGliteOptions): Promise<OpenDatabase> {
  const pglite = await PGlite.create(options);
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  return { db, close: () => db.destroy() };
}

/** An error's reason in one line; a refused connection to several addresses has it inside. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const text = inner instanceof Error ? inner.message : String(inner);
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
