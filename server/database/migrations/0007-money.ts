import { type Kysely, sql } from 'kysely';

const LEDGER = [
  `alter table ledger_postings drop constraint ledger_postings_unit_check`,
  `alter table ledger_postings add constraint ledger_postings_unit_check
    check (unit in ('coins', 'points', 'kobo', 'plays', 'tickets'))`,
  `create trigger ledger_movements_whole before truncate on ledger_movements
    for each statement execute function ledger_refuse_change()`,
  `create trigger ledger_postings_whole before truncate on ledger_postings
    for each statement execute function ledger_refuse_change()`,
];

const PAYMENTS = [
  // Each payment from before its provider is asked for it until its end.
  `create table payments (
    reference text primary key,
    player_id bigint not null references players,
    way text not null check (way in ('airtime', 'card', 'mobile-money')),
    product text not null,
    coins bigint not null check (coins >= 0),
    kobo bigint not null check (kobo >= 0),
    fee_kobo bigint not null default 0 check (fee_kobo >= 0),
    currency text not null default 'NGN',
    state text not null default 'pending'
      check (state in ('pending', 'paid', 'failed', 'refused', 'mismatched', 'reversed', 'refunded')),
    payer text,
    handle text,
    said jsonb,
    created_at timestamptz not null,
    asked_at timestamptz,
    ended_at timestamptz,
    prompts integer not null default 0,
    prompted_at timestamptz
  )`,
  `create index payments_of_player on payments (player_id, created_at)`,
  `create index payments_pending on payments (asked_at nulls first) where state = 'pending'`,
  // Who agreed to which price, where, and when; both steps of a DOI.
  `create table consents (
    id bigint generated always as identity primary key,
    reference text not null,
    player_id bigint references players,
    phone text not null,
    step smallint not null check (step in (1, 2)),
    way text not null,
    product text not null,
    coins bigint not null,
    kobo bigint not null,
    fee_kobo bigint not null,
    door text not null,
    said_at timestamptz not null,
    unique (reference, step)
  )`,
  `create index consents_of_player on consents (player_id, id)`,
  `create trigger consents_keep before update or delete on consents
    for each row execute function ledger_refuse_change()`,
  `create trigger consents_whole before truncate on consents
    for each statement execute function ledger_refuse_change()`,
  // Reports of payments that nobody expected, or that differ from what was: for the operator.
  `create table payment_reports (
    id bigint generated always as identity primary key,
    reference text not null,
    what text not null,
    body jsonb not null,
    at timestamptz not null
  )`,
  `create index payment_reports_reference on payment_reports (reference)`,
  `alter table subscriptions add column way text not null default 'airtime'`,
  `alter table subscriptions add column cancelled_at timestamptz`,
  `alter table subscriptions add column kobo bigint`,
];

const SANDBOX = [
  `create table sandbox_card_transactions (
    reference text primary key,
    amount bigint not null,
    currency text not null,
    email text not null,
    metadata jsonb not null,
    state text not null,
    at timestamptz not null
  )`,
  `create table sandbox_collections (
    reference text primary key,
    msisdn text not null,
    amount bigint not null,
    asked integer not null default 0,
    at timestamptz not null
  )`,
];

/** Money in the ledger, payments with their consents, and what the stand-ins keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [...LEDGER, ...PAYMENTS, ...SANDBOX])
    await sql.raw(statement).execute(db);
}
