import { type Kysely, sql } from 'kysely';

/** What kind of phone and browser a sign-in was made with, for its player to tell them apart. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column device text`.execute(db);
}
