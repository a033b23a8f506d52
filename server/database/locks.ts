import { chmodSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import type { Trx } from './tables.ts';

/** Locks a text until the transaction ends. Others who lock the same text wait in turn. */
export async function lockText(trx: Trx, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${text}, 0))`.execute(trx);
}

const SQLITE_BUSY = 5;

/** Says that another process holds the lock. */
class LockedError extends Error {
  override name = 'LockedError';
}

/**
 * Makes and locks a file, and gives the function that unlocks it. SQLite's lock is the kernel's: it ends with
 * the process, so a crash leaves no lock behind, as a pid file would. Throws LockedError when another process
 * holds the lock, and the system's error when the file can't be made.
 */
function lockFile(file: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    // Unless the journal is in memory, the first write leaves a second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new LockedError(`${file} is locked`, { cause: error });
  }
  const held = lock;
  return () => held.close();
}

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/**
 * Takes the embedded database's folder for this process and gives the function that releases it. Throws
 * StartError when the folder cannot be used, or another server uses it.
 */
export function lockFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    // The rights are set before anything lies in the folder: one that existed or was copied may be readable
    // for others.
    own(folder, FOLDER_MODE);
    const unlock = lockFile(join(folder, 'lock'));
    own(join(folder, 'lock'), FILE_MODE);
    return unlock;
  } catch (error) {
    if (error instanceof LockedError) {
      throw new StartError(`The folder ${folder} is in use by another running server.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The folder ${folder} cannot be written to (${reason}). Set DATA_DIR to one that can.`,
    );
  }
}

/** Makes a file, or a folder with all in it, readable and writable for its owner alone. */
export function keepToOwner(path: string): void {
  const isFolder = statSync(path).isDirectory();
  own(path, isFolder ? FOLDER_MODE : FILE_MODE);
  if (!isFolder) return;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory() || entry.isFile()) keepToOwner(join(path, entry.name));
  }
}

function own(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode);
}

/** Makes a folder and those above it. Node's own function hangs where no folder can be made (`/proc`). */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another server that starts may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Writes a file under another name, readable for its owner alone, and renames it once it is whole. A file
 * that fails leaves nothing behind. Throws what `write` throws.
 */
export async function writeWhole(
  file: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  try {
    // A file that a killed process left may be readable for others.
    await rm(part, { force: true });
    await writeFile(part, '', { mode: 0o600, flag: 'wx' });
    await write(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
