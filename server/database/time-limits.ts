import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { roleOf } from './grants.ts';
import type { Db } from './tables.ts';

/**
 * In milliseconds. A statement that hangs must not keep its connection, or what it has locked, from all
 * others.
 */
export const TIME_LIMITS = {
  statement_timeout: 15_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Throws StartError if the database does not apply the time limits. A pooler may keep to itself what a
 * connection asks for.
 */
export async function requireTimeLimits(db: Db): Promise<void> {
  const limits = Object.entries(TIME_LIMITS);
  const { rows } = await sql<{ name: string; ms: number }>`
    select name, setting::bigint as ms from pg_settings
    where name in (${sql.join(limits.map(([name]) => name))})`.execute(db);
  const msOf = new Map(rows.map(({ name, ms }) => [name, ms]));
  const lacking = limits.filter(([name, most]) => {
    const ms = msOf.get(name) ?? 0;
    return ms === 0 || ms > most;
  });
  if (lacking.length === 0) return;
  const role = await roleOf(db);
  const statements = lacking.map(
    ([name, most]) => `alter role "${role}" set ${name} = '${most / 1000}s';`,
  );
  throw new StartError(
    `The pooler of DATABASE_URL drops the time limits that end what hangs. Give them to its role, then let the pooler connect anew: ${statements.join(' ')}`,
  );
}
