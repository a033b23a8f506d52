import { type Kysely, sql } from 'kysely';

const TABLE = `create table client_reports (
  day text not null,
  kind text not null check (kind in ('error', 'vital')),
  fingerprint text not null,
  build text not null,
  count bigint not null,
  total double precision not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  sample jsonb,
  primary key (day, kind, fingerprint, build)
)`;

/** What phones report of themselves, counted by the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db);
}
