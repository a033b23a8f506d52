import { type Kysely, sql } from 'kysely';

/** Charges by airtime that the operator was asked for, and how they ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table airtime_charges (
      reference text primary key,
      phone text not null,
      kobo bigint not null,
      state text not null default 'pending' check (state in ('pending', 'paid', 'refused')),
      at timestamptz not null
    )`.execute(db);
}
