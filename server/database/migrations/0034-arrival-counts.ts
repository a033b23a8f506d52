import { type Kysely, sql } from 'kysely';

const TABLE = `create table arrival_counts (
  day text not null,
  source text not null,
  campaign text not null,
  sign_ups bigint not null,
  log_ins bigint not null,
  primary key (day, source, campaign)
)`;

/** Sign-ups and log-ins by the day and by what brought them, without who they were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db);
}
