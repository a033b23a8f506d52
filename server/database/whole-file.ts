import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Has a file written under another name, its owner's alone to read, which becomes its own once it is
 * whole. Of one that is not nothing is left. Throws what `write` throws.
 */
export async function writeWhole(
  file: string,
  write: (part: string) => Promise<void>,
): Promise<void> {
  const part = `${file}.part`;
  try {
    // One that a killed process left may be others' to read.
    await rm(part, { force: true });
    await writeFile(part, '', { mode: 0o600, flag: 'wx' });
    await write(part);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
