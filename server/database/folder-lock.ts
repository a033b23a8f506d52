import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../config/start-error.ts';
import { LockedError, lockFile } from './file-lock.ts';

/**
 * Takes the embedded database's folder for this process and gives what gives it back. Throws
 * StartError when the folder cannot be used, or another server uses it.
 */
export function lockFolder(folder: string): () => void {
  try {
    makeFolder(folder);
    return lockFile(join(folder, 'lock'));
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

/** Makes a folder with those above it. Where none can be made (`/proc`), Node's own way hangs. */
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
