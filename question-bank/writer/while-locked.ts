import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Changes a content folder while no other command changes it. A file `.lock` marks the folder, as
 * in git. Throws an Error and changes nothing if another command is running, or was cut off and
 * left its lock.
 */
export function whileLocked<Result>(folder: URL, change: () => Result): Result {
  const lock = new URL('.lock', folder);
  try {
    writeFileSync(lock, '', { flag: 'wx' });
  } catch (error) {
    const isLocked = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    const reason = isLocked
      ? 'is being changed (if not, a change was cut off: delete its .lock)'
      : 'cannot be written to';
    throw new Error(`${fileURLToPath(folder)} ${reason}: nothing was changed`, { cause: error });
  }
  try {
    return change();
  } finally {
    rmSync(lock, { force: true });
  }
}
