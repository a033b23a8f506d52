import { join } from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import { lockFolder } from './folder-lock.ts';
import { migrate } from './migrate.ts';
import type { OpenDatabase, Tables } from './tables.ts';

/** The embedded database, in memory unless a folder is given, with the newest tables. */
async function openEmbedded(options: PGliteOptions): Promise<OpenDatabase> {
  const pglite = await PGlite.create(options);
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite }) });
  await migrate(db);
  return { db, close: () => db.destroy() };
}

/**
 * The embedded database in a folder, this process's alone until closed. Throws StartError when the
 * folder cannot be used or has another server, the database's own error when it cannot be opened.
 */
export async function openFolder(folder: string): Promise<OpenDatabase> {
  const unlock = lockFolder(folder);
  try {
    const { db, close } = await openEmbedded({ dataDir: join(folder, 'postgres') });
    return {
      db,
      close: async () => {
        await close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}
