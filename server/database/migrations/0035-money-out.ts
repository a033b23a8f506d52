import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Under their old names a server of the version before would send under references of its own.
  `alter table payouts rename column sends to failures`,
  `alter table payouts rename column asked_at to provider_asked_at`,
  `alter table payouts
    add column sent_as text,
    add column searched_at timestamptz`,
  // What is on its way keeps the reference that its provider knows.
  `update payouts set sent_as = 'payout-' || lower(reference) || '-' || failures where failures > 0`,
  `update payouts set failures = failures - 1 where failures > 0 and state in ('sending', 'paid')`,
  `create unique index payouts_sent_as on payouts (sent_as)`,
  `create table restores (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    answered_at timestamptz
  )`,
  `create unique index restores_open on restores ((answered_at is null)) where answered_at is null`,
  `create table gone_prizes (
    prize text primary key,
    at timestamptz not null
  )`,
];

/** What a prize was sent as, restores of the database, and what operators say went before them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
