import { inspect } from 'node:util';
import { StartError } from '../config/start-error.ts';
import { dump } from './dump.ts';
import { type KeptDatabase, openFolder } from './embedded.ts';
import { grantServing, refuseMighty, roleOf } from './grants.ts';
import { migrate } from './migrate.ts';
import { connectPostgres, type Patience } from './postgres.ts';
import { noteIfRestored } from './restores.ts';
import { requireTimeLimits } from './time-limits.ts';

type Where = {
  databaseUrl: string | null;
  /**
   * The same database for the role that owns its tables. Where it is `null`, the role of `databaseUrl` owns
   * them.
   */
  migrateUrl?: string | null;
  dataDir: string;
};

/**
 * Opens PostgreSQL where an address is given, otherwise the embedded database in its folder. Brings the
 * tables up to date. Throws StartError when the database cannot be reached, used or brought up to date.
 */
export async function openDatabase(
  { databaseUrl, migrateUrl = null, dataDir }: Where,
  patience: Partial<Patience> = {},
): Promise<KeptDatabase> {
  if (databaseUrl !== null) return openPostgres({ databaseUrl, migrateUrl }, patience);
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

async function openPostgres(
  { databaseUrl, migrateUrl }: { databaseUrl: string; migrateUrl: string | null },
  patience: Partial<Patience>,
): Promise<KeptDatabase> {
  const { db, close } = connectPostgres(databaseUrl, patience);
  try {
    await requireTimeLimits(db);
    const role = await roleOf(db);
    await migrateInPeace(migrateUrl ?? databaseUrl, migrateUrl === null ? null : role);
    if (migrateUrl !== null) await refuseMighty(db, role);
  } catch (error) {
    await close().catch(() => {});
    if (error instanceof StartError) throw error;
    const { hostname, port, pathname } = new URL(databaseUrl);
    const where = `${hostname}:${port || '5432'}${pathname}`;
    throw new StartError(`The database at ${where} cannot be used: ${reasonOf(error)}.`);
  }
  return { db, close, backUp: (file) => dump(migrateUrl ?? databaseUrl, file) };
}

/**
 * Migrates over a connection without a time limit for answers. If another role serves, gives that role its
 * rights.
 */
async function migrateInPeace(address: string, serving: string | null): Promise<void> {
  const { db, close } = connectPostgres(address, { answerMs: 0, connections: 1 });
  try {
    await migrate(db);
    await noteIfRestored(db, Date.now());
    if (serving !== null) await grantServing(db, serving);
  } finally {
    await close();
  }
}

/** Messages of the embedded database when one of its files is missing or cut off. */
const DAMAGED = /^Aborted\(|failed to initialize/;

/**
 * An error's reason in one line. If several addresses refused the connection, the reason is in an inner
 * error.
 */
function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  const { message } = (inner ?? {}) as { message?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : inspect(inner);
  return (text.split('\n')[0] ?? '').replace(/\.$/, '');
}
