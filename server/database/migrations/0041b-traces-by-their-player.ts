import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `drop table deleted_periods`,
  `delete from deleted_numbers where player_id is null`,
  `alter table deleted_numbers alter column player_id set not null,
    drop column first_signed_up_at, drop column plays_day, drop column plays`,
];

/** A deleted account still has its first sign-up, plays and periods itself: they are read there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
