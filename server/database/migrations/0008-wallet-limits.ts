import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table wallet_lookups (
    player_id bigint not null references players,
    day text not null,
    number_hash text not null,
    primary key (player_id, day, number_hash)
  )`,
  `create index wallet_lookups_day on wallet_lookups (day)`,
  `create table wallet_prompts (
    id bigint generated always as identity primary key,
    number_hash text not null,
    at timestamptz not null
  )`,
  `create index wallet_prompts_number on wallet_prompts (number_hash, at)`,
  `create index wallet_prompts_at on wallet_prompts (at)`,
];

/** What the limits of mobile money count: numbers a player looks up, prompts a number gets. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
