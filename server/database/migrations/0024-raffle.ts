import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Which rounds of a day have counted.
  `create index rounds_counted on rounds (player_id, issued_at) where state = 'counted'`,
  `create table play_streaks (
    player_id bigint not null references players,
    first_day text not null,
    last_day text not null,
    bonuses int not null,
    primary key (player_id, last_day)
  )`,
  `create table raffle_draws (
    month text primary key,
    closes_at timestamptz not null,
    naira bigint not null,
    places int not null,
    reserves int not null,
    seed text not null,
    seed_hash text not null,
    made_at timestamptz not null,
    figure text,
    figure_named_at timestamptz,
    closed_at timestamptz,
    tickets int,
    root text,
    sealed_at timestamptz,
    figure_value text,
    drawn_at timestamptz
  )`,
  `create table raffle_points (
    month text not null,
    player_id bigint not null references players,
    points int not null,
    primary key (month, player_id)
  )`,
  // The month refers to no draw: every result would lock the one row. Sorted by bytes, as the tree is.
  `create table raffle_tickets (
    code text collate "C" primary key,
    month text not null,
    player_id bigint not null references players,
    reason text not null check (reason in ('points', 'streak', 'fifth-play')),
    earned_for text not null,
    earned_at timestamptz not null,
    unique (player_id, reason, earned_for)
  )`,
  `create unique index raffle_tickets_list on raffle_tickets (month, code)`,
  `create index raffle_tickets_player on raffle_tickets (player_id, month, earned_at)`,
  // Of each stretch of the sorted list its first code and its hash: a path needs no more of the rest.
  `create table raffle_blocks (
    month text not null references raffle_draws,
    number int not null,
    first_code text collate "C" not null,
    root text not null,
    primary key (month, number)
  )`,
  `create table raffle_winners (
    month text not null references raffle_draws,
    place int not null,
    index int not null,
    code text collate "C" not null references raffle_tickets,
    naira bigint not null,
    primary key (month, place)
  )`,
];

/** Days in a row, tickets of the raffle and its draws. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
