import { type Kysely, sql } from 'kysely';

/** Where players came from: the `social` and `source` of the link that led to their sign-up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table players add column social text, add column source text').execute(db);
}
