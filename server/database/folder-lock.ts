import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../start-error.ts';

const SQLITE_BUSY = 5;

/**
 * Takes the folder of the embedded database for this process. The lock is SQLite's own on a file
 * in it, that is the kernel's: it ends with the process, however that ends, so that a crash never
 * leaves a folder locked as a pid file would.
 * @returns what gives the folder back
 * @throws StartError when the folder cannot be used, or another server uses it
 */
export function lockFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    makeFolder(folder);
    lock = new DatabaseSync(join(folder, 'lock'), { timeout: 0 });
    // Without a journal in memory, the first write would leave a second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: unknown }).errcode === SQLITE_BUSY) {
      throw new StartError(`The folder ${folder} is in use by another running server.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The folder ${folder} cannot be written to (${reason}). Set DATA_DIR to one that can.`,
    );
  }
  const held = lock;
  return () => held.close();
}

/** Makes a folder with those above it. Where none can be made (`/proc`), Node's own way hangs. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another server that starts may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}
