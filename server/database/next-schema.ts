import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { schemaOf } from './grants.ts';
import { migrateIn } from './migrate.ts';
import type { Trx } from './tables.ts';

/**
 * Leaves the tables of a PostgreSQL in a schema of another name and makes new, empty ones in their
 * place, with the owner's transaction: all of it or nothing. The role that serves loses the old ones.
 * Throws StartError while anybody else is at work.
 */
export async function leaveSchema(
  trx: Trx,
  { name, serving }: { name: string; serving: string },
): Promise<void> {
  // Whoever starts meanwhile waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended('migrations', 0))`.execute(trx);
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and usename in (current_user, ${serving})`.execute(trx);
  if (Number(rows[0]?.others) > 0) {
    throw new StartError(
      'The database is in use: stop the servers, what stands between them and it (a pooler), and other commands, and say it again.',
    );
  }
  const schema = sql.id(await schemaOf(trx));
  const left = sql.id(name);
  await sql`alter schema ${schema} rename to ${left}`.execute(trx);
  await sql`revoke all on schema ${left} from public, ${sql.id(serving)}`.execute(trx);
  await sql`create schema ${schema}`.execute(trx);
  await migrateIn(trx);
}
