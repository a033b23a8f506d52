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

/** One that can be copied while it is in use: a new file gets all that was committed when it began. */
export type KeptDatabase = OpenDatabase & { backUp: (file: string) => Promise<void> };

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
async function openEmbedded(dataDir: string, refuse: () => void): Promise<KeptDatabase> {
  refuse();
  const pglite = await PGlite.create({ dataDir });
  const db = new Kysely<Tables>({
    dialect: new PGliteDialect({ pglite: watched(pglite, refuse) }),
  });
  await migrate(db);
  return { db, close: () => db.destroy(), backUp: (file) => copyTo(pglite, file) };
}

/** Between two queries: a transaction that runs is not in the copy, as after a crash. */
async function copyTo(pglite: PGlite, file: string): Promise<void> {
  await pglite.query('checkpoint');
  const copy = await pglite.dumpDataDir('gzip');
  await writeWhole(file, (part) => writeFile(part, copy.stream(), { flush: true }));
}

/**
 * The embedded database in a folder, this process's alone until closed. Throws StartError when the
 * folder cannot be used, has another server, or has lost what it held; the database's own error when
 * it cannot be opened, and while the disk is full.
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
    // PGlite opens some files of its first start to everybody.
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
 * Puts a copy of the embedded database into a folder that has none. Throws StartError where there is
 * one or a server uses the folder, and the database's own error for a file that is no copy.
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
    // Before it is in its place: whoever is killed here leaves no copy that does not say what it is.
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

/** A new database that waits to take the place of the one that is there. */
const NEXT = 'next';

/**
 * Makes a new database beside the one in a folder that the caller has open, whole or not at all, with
 * what `fill` writes. It takes the other's place by `swapNext`.
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

/** Whether a folder has nothing but a new database: it was cut off while it took the other's place. */
export const isHalfSwapped = (folder: string) =>
  existsSync(join(folder, NEXT)) && isNothing(dataIn(folder));

/**
 * Lets the new database that waits in a folder take the place of the one there, which stays beside it
 * under `name`. Throws StartError where a server uses the folder, and what `allow` throws, before
 * anything moves.
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

/** Takes a folder for this process by both locks; gives what gives it back. */
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

/** PGlite takes a folder without this file for a new one, and starts empty over what is there. */
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

/**
 * The free space that the embedded database needs on its disk. If its log finds no room for the next segment
 * (16 MB), it hangs the process for good, so it gets no queries below this.
 */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Gives the bytes that are free where a folder lies. */
type FreeBytes = (folder: string) => number;

const freeBytes: FreeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Throws what a full disk makes PostgreSQL say, before it is too late to say it. */
function refuseFullDisk(folder: string, free: FreeBytes): void {
  const left = free(folder);
  if (left >= LEAST_FREE_BYTES) return;
  const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
  const message = `the disk is full: ${megabytes(left)} MB are free where ${folder} lies, ${megabytes(LEAST_FREE_BYTES)} are needed`;
  throw Object.assign(new Error(message), { code: '53100' });
}
