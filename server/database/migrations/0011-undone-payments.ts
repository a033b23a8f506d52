import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table claims (
    credit_key text primary key,
    reference text not null,
    player_id bigint not null references players,
    coins bigint not null check (coins > 0),
    at timestamptz not null,
    closed_at timestamptz
  )`,
  `create index claims_open on claims (player_id) where closed_at is null`,
  `create table refunds (
    credit_key text primary key,
    reference text not null,
    player_id bigint not null references players,
    way text not null,
    kobo bigint not null,
    state text not null check (state in ('asked', 'sent', 'by-hand')),
    at timestamptz not null,
    asked_at timestamptz,
    ended_at timestamptz
  )`,
  `create index refunds_reference on refunds (reference)`,
  `create table operators (
    name text primary key,
    key_hash text not null unique,
    added_at timestamptz not null,
    removed_at timestamptz
  )`,
  `create table operator_log (
    id bigint generated always as identity primary key,
    operator text not null references operators,
    command text not null,
    reference text,
    why text,
    at timestamptz not null
  )`,
  `create index operator_log_reference on operator_log (reference)`,
  `create trigger operator_log_keep before update or delete on operator_log
    for each row execute function ledger_refuse_change()`,
  `create trigger operator_log_whole before truncate on operator_log
    for each statement execute function ledger_refuse_change()`,
  `alter table subscriptions add column undone_at timestamptz`,
  `alter table airtime_charges drop constraint airtime_charges_state_check`,
  `alter table airtime_charges add constraint airtime_charges_state_check
    check (state in ('pending', 'paid', 'refused', 'reversed'))`,
  `alter table sandbox_card_transactions add column id bigint generated always as identity`,
  `create table sandbox_card_refunds (
    id bigint generated always as identity primary key,
    reference text not null,
    amount bigint not null,
    merchant_note text not null,
    at timestamptz not null
  )`,
];

/** What was undone, by whom and why, and what is owed since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
