import {
  existsSync,
  openAsBlob,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { PGlite, type Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, type PGliteDialectConfig } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { keepToOwner, lockFolder, writeWhole } from './locks.ts';
import { migrate } from './migrate.ts';
import { noteRestore } from './restores.ts';
import type { Db, OpenDatabase, Tables } from './tables.ts';

/**
 * A database that can be copied to a new file while it is in use. The copy has all that was committed when
 * copying began.
 */
export type KeptDatabase = OpenDatabase & { backUp: (file: string) => Promise<void> };

/**
 * A file that says that the folder held a database. If the database is missing, it was lost and must not be
 * made anew.
 */
const MARK = 'holds-data';

/**
 * Wraps a database so that no query or transaction begins while `refuse` throws; a running transaction is
 * finished. Before each query the process serves its connections: the database answers at once, so a row of
 * queries would keep every other call and timer waiting.
 */
export function watched(pglite: PGlite, refuse: () => void) {
  return {
    query: async (...asked: Parameters<PGlite['query']>) => {
      refuse();
      await turn();
      return pglite.query(...asked);
    },
    // This function must not be async: Kysely would wait for ever for the transaction to begin.
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

/** Opens the embedded database and brings its tables up to date. */
async function openEmbedded(dataDir: string, refuse: () => void): Promise<KeptDatabase> {
  refuse();
  const pglite = await PGlite.create({ dataDir });
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: watched(pglite, refuse) }),
  });
  await migrate(db);
  return { db, close: () => db.destroy(), backUp: (file) => copyTo(pglite, file) };
}

/** Copies the database between two queries. As after a crash, a running transaction is not in the copy. */
async function copyTo(pglite: PGlite, file: string): Promise<void> {
  await pglite.query('checkpoint');
  const copy = await pglite.dumpDataDir('gzip');
  await writeWhole(file, (part) => writeFile(part, copy.stream(), { flush: true }));
}

/**
 * Opens the embedded database in a folder, for this process alone until it is closed. Throws StartError if
 * the folder cannot be used, is in use by another server, or has lost its database. Throws the database's own
 * error if it cannot be opened, and while the disk is full.
 */
export async function openFolder(
  folder: string,
  free: FreeBytes = freeBytes,
): Promise<KeptDatabase> {
  const release = await takeFolder(folder);
  try {
    const dataDir = dataIn(folder);
    refuseLoss(folder, dataDir);
    const { db, close, backUp } = await openEmbedded(dataDir, () => refuseFullDisk(folder, free));
    writeFileSync(join(folder, MARK), '');
    // PGlite makes some files of its first start readable for everybody.
    for (const path of [dataDir, join(folder, MARK)]) keepToOwner(path);
    return {
      db,
      close: async () => {
        await close();
        release();
      },
      backUp,
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Restores a copy of the embedded database into a folder that has none. Throws StartError if the folder has a
 * database or a server uses it, and the database's own error for a file that is no copy.
 */
export async function restoreFolder(folder: string, file: string): Promise<void> {
  const release = await takeFolder(folder);
  const part = join(folder, 'restored');
  try {
    const dataDir = dataIn(folder);
    if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
      throw new StartError(`There is a database in ${dataDir} already: move it away before.`);
    }
    rmSync(part, { recursive: true, force: true });
    const loadDataDir = await openAsBlob(file);
    const pglite = await PGlite.create({ dataDir: part, loadDataDir });
    // The restore is noted before the copy is moved into its place. A process that is killed here therefore
    // leaves no copy that is not marked as one.
    const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
    await migrate(db);
    await noteRestore(db, Date.now());
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
    keepToOwner(part);
    renameSync(part, dataDir);
  } finally {
    rmSync(part, { recursive: true, force: true });
    release();
  }
}

/** The name of a new database that waits to replace the present one. */
const NEXT = 'next';

/**
 * Makes a new database, with what `fill` writes, whole or not at all. It lies beside the database of a folder
 * that the caller has open, and replaces that one by `swapNext`.
 */
export async function makeNext(folder: string, fill: (db: Db) => Promise<void>): Promise<void> {
  const [part, next] = [join(folder, `${NEXT}.part`), join(folder, NEXT)];
  for (const rest of [part, next]) rmSync(rest, { recursive: true, force: true });
  const { db, close } = await openEmbedded(part, () => refuseFullDisk(folder, freeBytes));
  try {
    await fill(db);
  } finally {
    await close();
  }
  renameSync(part, next);
}

/**
 * Whether a folder has nothing but a new database, because the process was cut off while it swapped the two.
 */
export const isHalfSwapped = (folder: string) =>
  existsSync(join(folder, NEXT)) && isNothing(dataIn(folder));

/**
 * Replaces the database of a folder by the new one that waits there, and keeps the old one beside it under
 * `name`. Before anything moves, it throws StartError if a server uses the folder, and what `allow` throws.
 */
export async function swapNext(
  folder: string,
  name: string,
  allow?: (next: Db) => Promise<void>,
): Promise<void> {
  const next = join(folder, NEXT);
  const release = await takeFolder(folder);
  try {
    if (!existsSync(next)) throw new StartError(`Another command has moved ${next} meanwhile.`);
    if (allow) {
      const { db, close } = await openEmbedded(next, () => refuseFullDisk(folder, freeBytes));
      await allow(db).finally(close);
    }
    if (existsSync(dataIn(folder))) renameSync(dataIn(folder), join(folder, name));
    renameSync(next, dataIn(folder));
  } finally {
    release();
  }
}

const isNothing = (dataDir: string) => !existsSync(dataDir) || readdirSync(dataDir).length === 0;

const dataIn = (folder: string) => join(folder, 'postgres');

/** Takes a folder for this process by both locks; gives the function that releases it. */
async function takeFolder(folder: string): Promise<() => void> {
  const unlock = lockFolder(folder);
  try {
    const held = await holdInode(folder);
    return () => {
      held?.close();
      unlock();
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Without this file PGlite takes the folder for a new one, and would overwrite what is there with an empty
 * database.
 */
function refuseLoss(folder: string, dataDir: string): void {
  if (existsSync(join(dataDir, 'PG_VERSION'))) return;
  if (isHalfSwapped(folder)) {
    throw new StartError('A new database was begun. Go on with it: npm run admin -- go-live');
  }
  const hasRest = !isNothing(dataDir);
  if (!hasRest && !existsSync(join(folder, MARK))) return;
  throw new StartError(
    `The database in ${folder} has lost files. Restore a backup, or delete ${hasRest ? dataDir : join(folder, MARK)} to begin without its data.`,
  );
}

/**
 * A second lock, on Linux: it keeps other servers out even if somebody deletes the first lock's file. A
 * socket in the kernel's own namespace ends with the process, as the first lock does.
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

/**
 * The free disk space that the embedded database needs. If its log finds no room for the next segment (16
 * MB), it hangs the process for good, so it gets no queries below this.
 */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Gives the free bytes on the disk of a folder. */
type FreeBytes = (folder: string) => number;

const freeBytes: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws the error that PostgreSQL has for a full disk, before the embedded database hangs. */
function refuseFullDisk(folder: string, free: FreeBytes): void {
  const left = free(folder);
  if (left >= LEAST_FREE_BYTES) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  const message = `the disk is full: ${megabytes(left)} MB are free where ${folder} lies, ${megabytes(LEAST_FREE_BYTES)} are needed`;
  throw Object.assign(new Error(message), { code: '53100' });
}
