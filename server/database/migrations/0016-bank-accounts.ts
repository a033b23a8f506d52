import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table bank_accounts (
    player_id bigint primary key references players,
    sealed text not null,
    account_hash text not null unique,
    kept_at timestamptz not null,
    held_until timestamptz
  )`,
  `create table bank_lookups (
    player_id bigint not null references players,
    account_hash text not null,
    asked_at timestamptz not null,
    primary key (player_id, account_hash)
  )`,
  `create index bank_lookups_asked_at on bank_lookups (asked_at)`,
];

/** Where players are paid to, sealed, and the account numbers that each has asked about of late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
