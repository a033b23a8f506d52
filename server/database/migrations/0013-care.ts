import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  String.raw`alter table players add column dob text check (dob ~ '^\d{4}-\d\d-\d\d$')`,
  `create table care (
    player_id bigint primary key references players,
    weekly_naira int check (weekly_naira > 0),
    next_naira int check (next_naira > 0),
    next_from timestamptz,
    break_until timestamptz,
    stopped_at timestamptz,
    stopped_by text check (stopped_by in ('limit', 'break', 'under-age'))
  )`,
  `create index airtime_charges_of_number on airtime_charges (phone, at)`,
];

/** The date of birth, limits and breaks that players set, and what stopped a renewal. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
