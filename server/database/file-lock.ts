import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** Another process holds the lock. */
export class LockedError extends Error {
  override name = 'LockedError';
}

/**
 * Locks a file, which is made, and gives what unlocks it. SQLite's lock is the kernel's: it ends
 * with the process, so that a crash leaves none, as a pid file would. Throws LockedError when
 * another process holds it, the system's error when the file can't be made.
 */
export function lockFile(file: string): () => void {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    // Without a journal in memory, the first write would leave a second file behind.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new LockedError(`${file} is locked`, { cause: error });
  }
  const held = lock;
  return () => held.close();
}
