import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import { lockText } from './locks.ts';
import type { Db } from './tables.ts';

/** Tables whose rows are only added, and the balances, which only the ledger's own triggers change. */
const ONLY_ADDED_TO = [
  ...['ledger_movements', 'ledger_postings', 'wallets'],
  ...['operator_log', 'operator_alone', 'money_kind'],
];
/** The tables of the migration tool, which the serving role does not need. */
const NOT_SERVED = ['kysely_migration', 'kysely_migration_lock'];

/**
 * Lets a role read and write what the server does, and no more. The role can neither rewrite the books nor
 * change their rules.
 */
export async function grantServing(owner: Db, role: string): Promise<void> {
  const to = sql.id(role);
  await owner.transaction().execute(async (trx) => {
    // Servers that start together would be in each other's way, so each waits for the one before it.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = 0`.execute(trx);
    await lockText(trx, 'grants');
    const schema = sql.id(await schemaOf(trx));
    await sql`grant usage on schema ${schema} to ${to}`.execute(trx);
    await sql`revoke all on all tables in schema ${schema} from ${to}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(
      trx,
    );
    const kept = sql.join(ONLY_ADDED_TO.map((name) => sql.table(name)));
    await sql`revoke update, delete on ${kept} from ${to}`.execute(trx);
    // PostgreSQL lets a role lock a row only if the role may update one of its columns.
    await sql`grant update (player_id) on wallets to ${to}`.execute(trx);
    const own = sql.join(NOT_SERVED.map((name) => sql.table(name)));
    await sql`revoke all on ${own} from ${to}`.execute(trx);
  });
}

/** Throws StartError where a role may rewrite the books, as an owner or a superuser may. */
export async function refuseMighty(serving: Db, role: string): Promise<void> {
  const { rows } = await sql<{ can: boolean }>`
    select has_table_privilege('ledger_postings', 'truncate')
      or has_table_privilege('wallets', 'update') as can`.execute(serving);
  if (!rows[0]?.can) return;
  throw new StartError(
    `The role "${role}" of DATABASE_URL may rewrite the ledger: beside DATABASE_MIGRATE_URL it must own no table and be no superuser.`,
  );
}

export async function roleOf(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** The schema of the tables. */
export async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? 'public';
}
