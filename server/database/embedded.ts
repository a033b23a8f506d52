import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { type FreeBytes, freeBytes, refuseFullDisk } from './disk-space.ts';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { OpenDatabase, Tables } from './tables.ts';

/** Says that a folder holds a database: an empty one is then a loss, no beginning. */
const MARK = 'holds-data';

/**
 * A database that is asked nothing while `refuse` throws (a transaction that runs is ended as it was
 * begun), and lets the process turn to its connections before each query: its answers come at once, so
 * that queries in a row would keep every other call and timer waiting.
 */
export function watched(pglite: PGlite, refuse: () => void) {
  return {
    query: async (...asked: Parameters<PGlite['query']>) => {
      refuse();
      await turn();
      return pglite.query(...asked);
    },
    // Not as a promise: Kysely would wait for the beginning of it for ever.
    transaction: (work: (trx: PGliteTransaction) => Promise<unknown>) => {
      refuse();
      return pglite.transaction((trx) => {
        const query = async (...asked: Parameters<typeof trx.query>) => {
          await turn();
          return trx.query(...asked);
        };
        return work({ ...trx, query } as PGliteTransaction);
      });
    },
    close: () => pglite.close(),
    closed: false,
    ready: true,
    waitReady: Promise.resolve(),
  } as Exclude<PGliteDialectConfig['pglite'], (...asked: never[]) => unknown>;
}

/** The embedded database with the newest tables. */
async function openEmbedded(dataDir: string, refuse: () => void): Promise<OpenDatabase> {
  refuse();
  const pglite = await PGlite.create({ dataDir });
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: watched(pglite, refuse) }),
  });
  await migrate(db);
  return { db, close: () => db.destroy() };
}

/**
 * The embedded database in a folder, this process's alone until closed. Throws StartError when the
 * folder cannot be used, has another server, or has lost what it held; the database's own error when
 * it cannot be opened, and while the disk is full.
 */
export async function openFolder(
  folder: string,
  free: FreeBytes = freeBytes,
): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  let held: Server | null = null;
  try {
    held = await holdInode(folder);
    const dataDir = join(folder, 'postgres');
    refuseLoss(folder, dataDir);
    const { db, close } = await openEmbedded(dataDir, () => refuseFullDisk(folder, free));
    writeFileSync(join(folder, MARK), '');
    const release = held;
    return {
      db,
      close: async () => {
        await close();
        release?.close();
        unlock();
      },
    };
  } catch (error) {
    held?.close();
    unlock();
    throw error;
  }
}

/** PGlite takes a folder without this file for a new one, and starts empty over what is there. */
function refuseLoss(folder: string, dataDir: string): void {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  const hasRest = existsSync(dataDir) && readdirSync(dataDir).length > 0;
  if (!hasRest && !existsSync(join(folder, MARK))) return;
  throw new StartError(
    `The database in ${folder} has lost files. Restore a backup, or delete ${hasRest ? dataDir : join(folder, MARK)} to begin without its data.`,
  );
}

/**
 * A second lock, on Linux: whoever deletes the file of the first lets no other server in. A socket of
 * the kernel's own names ends with the process, as the first lock does.
 */
async function holdInode(folder: string): Promise<Server | null> {
  if (process.platform !== 'linux') return null;
  const { dev, ino } = statSync(folder);
  const server = createServer().unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(new StartError(`The folder ${folder} is in use by another running server.`)),
    );
    server.listen({ path: `\0football-mastermind ${dev} ${ino}` }, resolve);
  });
  return server;
}
