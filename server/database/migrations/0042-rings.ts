import { type Kysely, sql } from 'kysely';

/** Which players of a day belong together, as its period was settled: what they shared may be deleted later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`alter table prize_periods add column rings jsonb not null default '[]'`)
    .execute(db);
}
