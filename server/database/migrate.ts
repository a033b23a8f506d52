import { Migrator } from 'kysely/migration';
import * as firstRound from './migrations/0001-first-round.ts';
import * as signIn from './migrations/0002-sign-in.ts';
import type { Db } from './tables.ts';

/** Every migration in its order. A name that has run anywhere never changes. */
const MIGRATIONS = { '0001-first-round': firstRound, '0002-sign-in': signIn };

/** Brings the database to the newest form; servers that start together take turns. */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}
