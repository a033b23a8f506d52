import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table airtime_charges (
    reference text primary key,
    phone text not null,
    kobo bigint not null,
    state text not null default 'pending' check (state in ('pending', 'paid', 'refused')),
    at timestamptz not null
  )`,
  // A period that follows another here may begin earlier at the operator.
  `alter table subscriptions
    add column reported_from timestamptz, add column reported_until timestamptz`,
  `update subscriptions set reported_from = starts_at, reported_until = ends_at
    where way = 'airtime'`,
];

/** Charges by airtime that the operator was asked for, and periods as it reports them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
