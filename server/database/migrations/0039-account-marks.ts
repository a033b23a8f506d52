import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table account_marks (
    account_hash text primary key,
    holder_hash text not null,
    number_hash text not null,
    marked_at timestamptz not null
  )`,
  `create index account_marks_holder on account_marks (holder_hash)`,
  // How many play behind an address is asked for without their rounds being read.
  `create index rounds_address on rounds (address_hash, player_id) where address_hash is not null`,
  `create index rush_runs_address on rush_runs (address_hash, player_id) where address_hash is not null`,
];

/** By what two bank accounts are seen to be one person's: their holder's name and number, signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
