import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table wallets add column tickets bigint not null default 0
    constraint wallets_tickets_check check (tickets >= 0)`,
  `alter table ledger_postings drop constraint ledger_postings_account_check`,
  `alter table ledger_postings add constraint ledger_postings_account_check
    check (account in ('wallet', 'held', 'points', 'tickets') or account like 'house:%')`,
  `alter table ledger_postings add constraint ledger_postings_tickets_check
    check (account <> 'tickets' or unit = 'tickets')`,
  `create or replace function ledger_apply_posting() returns trigger language plpgsql as $$
    begin
      if new.account = 'wallet' then
        update wallets set coins = coins + new.amount where player_id = new.player_id;
      elsif new.account = 'held' then
        update wallets set held = held + new.amount where player_id = new.player_id;
      elsif new.account = 'tickets' then
        update wallets set tickets = tickets + new.amount where player_id = new.player_id;
      else
        return null;
      end if;
      if not found then raise exception 'player % has no wallet', new.player_id; end if;
      return null;
    end $$`,
  `create table rush_tickets (
    reference text primary key,
    player_id bigint not null references players,
    bought_at timestamptz not null,
    undone_at timestamptz
  )`,
  `create index rush_tickets_player on rush_tickets (player_id, bought_at)`,
  `create table rush_runs (
    id uuid primary key,
    player_id bigint not null references players,
    ticket text not null references rush_tickets,
    state text not null default 'open' check (state in ('open', 'counted', 'void')),
    run jsonb not null,
    levels jsonb not null default '[]',
    opened_at timestamptz not null,
    closed_at timestamptz,
    ended text,
    points int not null default 0,
    score int not null default 0,
    device_hash text,
    address_hash text,
    flags text[] not null default '{}'
  )`,
  `create unique index rush_runs_one_open on rush_runs (player_id) where state = 'open'`,
  // A ticket is in one run, unless that one was ended by us.
  `create unique index rush_runs_ticket on rush_runs (ticket) where state <> 'void'`,
  `create index rush_runs_opened on rush_runs (opened_at)`,
  `create index rush_runs_player on rush_runs (player_id, opened_at, id)`,
  // The traces that are forgotten after a while, so that the sweep looks at no run twice.
  `create index rush_runs_traces on rush_runs (opened_at)
    where device_hash is not null or address_hash is not null`,
  `create index rush_runs_flagged on rush_runs (opened_at) where cardinality(flags) > 0`,
  `create table rush_attempts (
    id bigint generated always as identity primary key,
    run_id uuid,
    player_id bigint not null references players,
    what text not null,
    at timestamptz not null
  )`,
  `create index rush_attempts_at on rush_attempts (at)`,
  `create index rush_attempts_player on rush_attempts (player_id, id)`,
  `create table rush_reserve (
    question_id text primary key,
    deals int not null check (deals >= 0),
    left_at timestamptz
  )`,
  // A payment for a ticket that was played already is owed as that ticket.
  `alter table claims add column tickets int not null default 0`,
  `alter table claims drop constraint claims_coins_check`,
  `alter table claims add constraint claims_owed_check
    check (coins >= 0 and tickets >= 0 and coins + tickets > 0)`,
  `create table outages (
    id bigint generated always as identity primary key,
    starts_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  `create table heartbeat (only_one boolean primary key default true check (only_one), at timestamptz not null)`,
];

/** Tickets and runs of Millionaire Rush, its reserve of questions, and when the game was out of reach. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
