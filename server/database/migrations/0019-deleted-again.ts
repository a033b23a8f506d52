import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Until when a player may not choose what the operator has taken away.
  `alter table players
    add column picture_locked_until timestamptz,
    add column name_locked_until timestamptz,
    add column continued_by bigint references players`,
  `create index players_continued on players (continued_by) where continued_by is not null`,
  `alter table deleted_numbers
    add column player_id bigint references players,
    add column spent_kobo bigint not null default 0 check (spent_kobo >= 0),
    add column picture_locked_until timestamptz,
    add column name_locked_until timestamptz,
    add column locked_name text`,
  // What an earlier account of the number had spent when it was deleted.
  `alter table care
    add column carried_kobo bigint not null default 0 check (carried_kobo >= 0),
    add column carried_at timestamptz`,
];

/** What deleting an account and signing up again does not undo: the week's spending, claims, locks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
