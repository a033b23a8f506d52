import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';

type Copying = { file: string; key: string | null };

/**
 * Writes a copy of the database to a new file, while all goes on. Throws DeskError without an
 * operator's key, and for a file that is there.
 */
export async function backUpDatabase(
  { db, now, backUp }: Pick<Desk, 'db' | 'now' | 'backUp'>,
  { file, key }: Copying,
): Promise<string> {
  const operator = await findOperator(db, key);
  if (!isAbsolute(file)) throw new DeskError('The file is named by its whole path');
  if (existsSync(file)) throw new DeskError(`${file} is there already`);
  // Before: nobody has a copy that is in no log, and the copy says who made it.
  const log = { command: 'database backup', reference: file };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  await backUp(file);
  return `The database is copied to ${file}`;
}
