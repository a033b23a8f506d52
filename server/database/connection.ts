import { inspect } from 'node:util';
import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { openFolder } from './embedded.ts';
import { migrate } from './migrate.ts';
import { connectPostgres, type Patience } from './postgres.ts';
import type { OpenDatabase } from './tables.ts';

/**
 * Opens PostgreSQL where an address is given, else the embedded database in its folder, with the
 * newest tables. Throws StartError when it cannot be reached, used or brought up to date.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
  patience: Partial<Patience> = {},
): Promise<OpenDatabase> {
  if (databaseUrl !== null) return openPostgres(databaseUrl, patience);
  try {
    return await openFolder(dataDir);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = reasonOf(error);
    const isDamaged = DAMAGED.test(reason);
    const why = isDamaged ? `it is damaged (${reason}). Restore a backup` : reason;
    throw new StartError(`The database in ${dataDir} cannot be opened: ${why}.`);
  }
}

async function openPostgres(address: string, patience: Partial<Patience>): Promise<OpenDatabase> {
  const { db, close } = connectPostgres(address, patience);
  try {
    await sql`select 1`.execute(db);
    await migrateInPeace(address);
  } catch (error) {
    await close().catch(() => {});
    const { hostname, port, pathname } = new URL(address);
    const where = `${hostname}:${port || '5432'}${pathname}`;
    throw new StartError(`The database at ${where} cannot be used: ${reasonOf(error)}.`);
  }
  return { db, close };
}

/** Through a connection that is not cut off: over a million rounds a migration takes its time. */
async function migrateInPeace(address: string): Promise<void> {
  const { db, close } = connectPostgres(address, { answerMs: 0, connections: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(db);
    await migrate(db);
  } finally {
    await close();
  }
}

/** What the embedded database says where a file of it is missing or cut. */
const DAMAGED = /^Aborted\(|failed to initialize/;

/** An error's reason in one line; a refused connection to several addresses has it inside. */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { message } = (inner ?? {}) as { message?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : inspect(inner);
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
