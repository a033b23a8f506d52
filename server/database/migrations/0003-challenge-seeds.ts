import { type Kysely, sql } from 'kysely';

/** Seeds of challenges: each network that asks gets an id of its own out of one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table challenges add column seed text not null default ''`.execute(db);
}
