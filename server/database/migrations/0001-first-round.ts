import { type Kysely, sql } from 'kysely';

const ACCOUNTS = [
  `create table settings (name text primary key, value text not null)`,
  `create table players (
    id bigint generated always as identity primary key,
    phone text not null unique,
    username text not null,
    email text not null,
    platform text not null,
    network text not null,
    image text,
    created_at timestamptz not null
  )`,
  `create table sessions (
    token_hash text primary key,
    player_id bigint not null references players,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  `create index sessions_expires_at on sessions (expires_at)`,
  `create table subscriptions (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    reference text not null,
    plan text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    unique (player_id, reference, starts_at)
  )`,
  `create index subscriptions_running on subscriptions (player_id, ends_at)`,
  `create table charge_attempts (
    player_id bigint primary key references players,
    plan text not null,
    reference text not null,
    started_at timestamptz not null
  )`,
];

const LEDGER = [
  `create table wallets (
    player_id bigint primary key references players,
    coins bigint not null default 0 constraint wallets_coins_check check (coins >= 0),
    held bigint not null default 0 constraint wallets_held_check check (held >= 0)
  )`,
  `create table ledger_movements (
    id bigint generated always as identity primary key,
    key text not null unique,
    reason text not null,
    created_at timestamptz not null
  )`,
  `create table ledger_postings (
    id bigint generated always as identity primary key,
    movement_id bigint not null references ledger_movements,
    account text not null,
    player_id bigint references players,
    unit text not null check (unit in ('coins', 'points')),
    amount bigint not null check (amount <> 0),
    check (account in ('wallet', 'held', 'points') or account like 'house:%'),
    check ((account like 'house:%') = (player_id is null)),
    check (account not in ('wallet', 'held') or unit = 'coins')
  )`,
  `create index ledger_postings_movement on ledger_postings (movement_id)`,
  `create index ledger_postings_player on ledger_postings (player_id, account)`,
  `create function ledger_check_balance() returns trigger language plpgsql as $$
    declare
      moved bigint;
      sides bigint;
    begin
      if tg_table_name = 'ledger_movements' then moved := new.id; else moved := new.movement_id; end if;
      select count(*) into sides from ledger_postings where movement_id = moved;
      if sides < 2 then
        raise exception 'ledger movement % has % postings', moved, sides using errcode = '23514';
      end if;
      if exists (
        select from ledger_postings where movement_id = moved group by unit having sum(amount) <> 0
      ) then
        raise exception 'ledger movement % does not sum to zero', moved using errcode = '23514';
      end if;
      return null;
    end $$`,
  `create constraint trigger ledger_movements_balance after insert on ledger_movements
    deferrable initially deferred for each row execute function ledger_check_balance()`,
  `create constraint trigger ledger_postings_balance after insert on ledger_postings
    deferrable initially deferred for each row execute function ledger_check_balance()`,
  `create function ledger_apply_posting() returns trigger language plpgsql as $$
    begin
      if new.account = 'wallet' then
        update wallets set coins = coins + new.amount where player_id = new.player_id;
      elsif new.account = 'held' then
        update wallets set held = held + new.amount where player_id = new.player_id;
      else
        return null;
      end if;
      if not found then raise exception 'player % has no wallet', new.player_id; end if;
      return null;
    end $$`,
  `create trigger ledger_postings_apply after insert on ledger_postings
    for each row execute function ledger_apply_posting()`,
  `create function ledger_refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is only ever added to';
    end $$`,
  `create trigger ledger_movements_keep before update or delete on ledger_movements
    for each row execute function ledger_refuse_change()`,
  `create trigger ledger_postings_keep before update or delete on ledger_postings
    for each row execute function ledger_refuse_change()`,
];

const ROUNDS = [
  `create table plays (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    day text not null,
    is_open boolean not null,
    taken_at timestamptz not null
  )`,
  `create index plays_day on plays (player_id, day)`,
  `create unique index plays_one_open on plays (player_id) where is_open`,
  `create table rounds (
    id uuid primary key,
    player_id bigint not null references players,
    play_id bigint not null unique references plays,
    category_id text not null,
    state text not null default 'open' check (state in ('open', 'counted', 'expired')),
    level text not null,
    question_level text not null,
    coins_per_question integer not null,
    points_per_correct integer not null,
    timer_ms integer not null,
    seed bigint not null,
    questions jsonb not null,
    secret_hash text not null,
    issued_at timestamptz not null,
    expires_at timestamptz not null,
    deliver_by timestamptz not null,
    closed_at timestamptz,
    transcript jsonb,
    result jsonb,
    claim jsonb,
    flags text[] not null default '{}'
  )`,
  `create index rounds_open_of_player on rounds (player_id) where state = 'open'`,
  `create index rounds_open_by_deadline on rounds (deliver_by) where state = 'open'`,
  `create table dealt_questions (
    player_id bigint not null references players,
    question_id text not null,
    dealt_at timestamptz not null,
    primary key (player_id, question_id)
  )`,
  `create table board_scores (
    board text not null,
    period_start timestamptz not null,
    player_id bigint not null references players,
    points bigint not null check (points > 0),
    reached_at timestamptz not null,
    primary key (board, period_start, player_id)
  )`,
  `create index board_scores_ranking
    on board_scores (board, period_start, points desc, reached_at, player_id)`,
  `create table category_plays (category_id text primary key, plays bigint not null)`,
];

const CALLS = [
  `create table idempotency_records (
    scope text not null,
    key uuid not null,
    request_hash text not null,
    reply json not null,
    created_at timestamptz not null,
    primary key (scope, key)
  )`,
  `create index idempotency_records_created_at on idempotency_records (created_at)`,
  `create table sandbox_airtime_plans (
    reference text primary key,
    phone text not null,
    plan text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  `create index sandbox_airtime_plans_phone on sandbox_airtime_plans (phone, plan, ends_at)`,
];

/** Accounts, the ledger, rounds, the boards and the records of calls. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One by one: the embedded database takes one statement a call.
  for (const statement of [...ACCOUNTS, ...LEDGER, ...ROUNDS, ...CALLS]) {
    await sql.raw(statement).execute(db);
  }
}
