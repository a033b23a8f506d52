import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // A code lives for five minutes: whoever waits for one asks again.
  `drop table challenges`,
  `create table challenges (
    phone text primary key,
    id text not null unique,
    sent_at timestamptz not null,
    expires_at timestamptz not null,
    passed_at timestamptz,
    last_try text,
    lanes jsonb not null
  )`,
  `create index challenges_sent_at on challenges (sent_at)`,
  `create table seen_networks (
    number_hash text not null,
    network_hash text not null,
    seen_at timestamptz not null,
    primary key (number_hash, network_hash)
  )`,
  `create index seen_networks_seen_at on seen_networks (seen_at)`,
];

/** One challenge for each number, and the networks that a number has signed in from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
