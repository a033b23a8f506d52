import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Desk, DeskError } from './desk.ts';

/** Writes a copy of the database to a new file, while all goes on. Throws DeskError for a file that is there. */
export async function backUpDatabase({ backUp }: Pick<Desk, 'backUp'>, file: string) {
  if (!isAbsolute(file)) throw new DeskError('The file is named by its whole path');
  if (existsSync(file)) throw new DeskError(`${file} is there already`);
  await backUp(file);
  return `The database is copied to ${file}`;
}
