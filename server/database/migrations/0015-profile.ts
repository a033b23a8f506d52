import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table players
    add column nickname text,
    add column gender text check (gender in ('male', 'female', 'other', 'not specified')),
    add column home_state text,
    add column home_city text,
    add column dark boolean`,
  `update players set nickname = username`,
  `alter table players alter column nickname set not null`,
  `create table pictures (
    name text primary key,
    player_id bigint not null references players,
    type text not null check (type = 'image/jpeg'),
    width int not null check (width > 0),
    height int not null check (height > 0),
    bytes bytea not null,
    created_at timestamptz not null,
    replaced_at timestamptz
  )`,
  // At most one picture of a player is shown.
  `create unique index pictures_shown on pictures (player_id) where replaced_at is null`,
  `create index pictures_replaced on pictures (replaced_at) where replaced_at is not null`,
  // It would only be compressed in vain.
  `alter table pictures alter column bytes set storage external`,
  `create table picture_tries (
    player_id bigint not null references players,
    day text not null,
    tries int not null,
    primary key (player_id, day)
  )`,
  `create table player_reports (
    id bigint generated always as identity primary key,
    player_id bigint not null references players,
    reporter_id bigint not null references players,
    day text not null,
    reason text not null check (reason in ('picture', 'name', 'other')),
    at timestamptz not null,
    closed_at timestamptz,
    unique (reporter_id, day, player_id)
  )`,
  `create index player_reports_open on player_reports (player_id) where closed_at is null`,
];

/** Nicknames, what players say of themselves, their pictures, and who is reported. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
