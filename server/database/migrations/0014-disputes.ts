import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table disputes (
    reference text not null references payments,
    id text not null,
    state text not null check (state in ('open', 'lost', 'won')),
    at timestamptz not null,
    took_at timestamptz,
    given_back_at timestamptz,
    primary key (reference, id)
  )`,
  // What was given back can be taken back again: at most one claim of a credit is open.
  `alter table claims drop constraint claims_pkey`,
  `alter table claims add column id bigint generated always as identity primary key`,
  `create unique index claims_open_credit on claims (credit_key) where closed_at is null`,
  `create index claims_reference on claims (reference)`,
  `alter table airtime_charges drop constraint airtime_charges_state_check`,
  `alter table airtime_charges add constraint airtime_charges_state_check
    check (state in ('pending', 'paid', 'refused', 'reversed', 'refunded'))`,
];

/** Disputes and how they ended, claims that come again, and charges whose money went back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
