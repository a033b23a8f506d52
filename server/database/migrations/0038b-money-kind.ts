import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table money_kind (
    only_one boolean primary key default true check (only_one),
    kind text not null check (kind in ('played', 'real')),
    since timestamptz not null
  )`,
  `create trigger money_kind_keep before update or delete on money_kind
    for each row execute function ledger_refuse_change()`,
  `create trigger money_kind_whole before truncate on money_kind
    for each statement execute function ledger_refuse_change()`,
  // Nobody knows what an older database was played with.
  `insert into money_kind (kind, since) select 'played', now() where exists (select from players)`,
];

/** Whether a database was played with stand-ins of money, or is for real money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
