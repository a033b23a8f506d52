import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table ledger_postings drop constraint ledger_postings_account_check`,
  `alter table ledger_postings add constraint ledger_postings_account_check
    check (account in ('wallet', 'held', 'points', 'tickets', 'prizes') or account like 'house:%')`,
  `alter table ledger_postings add constraint ledger_postings_prizes_check
    check (account <> 'prizes' or unit = 'kobo')`,
  `create table prize_tables (
    id bigint generated always as identity primary key,
    rows jsonb not null,
    withholding int not null check (withholding between 0 and 9999),
    since timestamptz not null
  )`,
  `create table prize_periods (
    board text not null,
    pool text not null,
    period_start timestamptz not null,
    period_end timestamptz not null,
    table_id bigint not null references prize_tables,
    settled_at timestamptz not null,
    primary key (board, pool, period_start)
  )`,
  `create table payouts (
    id bigint generated always as identity primary key,
    reference text not null unique,
    player_id bigint not null references players,
    board text not null,
    pool text not null,
    tier smallint not null check (tier between 0 and 3),
    period_start timestamptz not null,
    period_end timestamptz not null,
    place int not null check (place > 0),
    kind text not null check (kind in ('cash', 'airtime', 'data')),
    gross_kobo bigint not null check (gross_kobo > 0),
    tax_kobo bigint not null check (tax_kobo >= 0),
    net_kobo bigint not null check (net_kobo > 0),
    state text not null default 'checking' check (state in
      ('checking', 'approved', 'sending', 'paid', 'held', 'failed', 'refused', 'lapsed')),
    reasons text[] not null default '{}',
    released text[] not null default '{}',
    is_stopped boolean not null default false,
    mend_left_ms bigint not null default ${30 * 86_400_000},
    mend_by timestamptz,
    made_at timestamptz not null,
    state_at timestamptz not null,
    looked_at timestamptz,
    approved_at timestamptz,
    sent_at timestamptz,
    paid_at timestamptz,
    ended_at timestamptz,
    seen_at timestamptz,
    account_hash text,
    bank_name text,
    bank_ending text,
    check (gross_kobo = tax_kobo + net_kobo),
    unique (board, pool, tier, period_start, place)
  )`,
  `create index payouts_of_player on payouts (player_id, period_end)`,
  `create index payouts_looked_at on payouts (looked_at nulls first)
    where state in ('checking', 'held', 'failed')`,
  `create index payouts_approved on payouts (approved_at) where state = 'approved'`,
  `create index payouts_account on payouts (account_hash) where account_hash is not null`,
  `create table payout_notices (
    payout_id bigint not null references payouts on delete cascade,
    what text not null,
    at timestamptz not null,
    sent_at timestamptz,
    primary key (payout_id, what)
  )`,
  `create index payout_notices_waiting on payout_notices (at) where sent_at is null`,
  // What holds a prize is looked for again and again.
  `create index rounds_flagged on rounds (player_id, closed_at) where cardinality(flags) > 0`,
];

/** The prize table's versions, prizes on their way to their players, and what is owed in the ledger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
