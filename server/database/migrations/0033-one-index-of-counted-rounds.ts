import { type Kysely, sql } from 'kysely';

/** `rounds_played` has the same columns: each result was written into both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index rounds_counted`.execute(db);
}
