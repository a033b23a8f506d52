import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  'alter table rounds add column repeats text[]',
  `create index rounds_closed on rounds (closed_at, id) where state = 'counted'`,
  `create table question_stats (
    question_id text not null,
    level text not null,
    band smallint not null,
    right_answers integer not null,
    wrong_answers integer not null,
    skipped integer not null,
    timed_out integer not null,
    strengths double precision not null,
    times integer[] not null,
    primary key (question_id, level, band)
  )`,
  `create table player_pasts (
    player_id bigint primary key,
    asked integer not null,
    right_answers integer not null,
    difficulty double precision not null
  )`,
  `create table question_standings (
    question_id text primary key,
    level text,
    difficulty double precision not null,
    error double precision not null,
    suspicion text check (suspicion in ('key', 'fast')),
    suspected_at timestamptz
  )`,
  `create table question_counting (
    only_one boolean primary key default true check (only_one),
    closed_at timestamptz not null,
    round_id uuid not null,
    judged_on text
  )`,
  `insert into question_counting (closed_at, round_id)
    values ('epoch', '00000000-0000-0000-0000-000000000000')`,
];

/** How questions are answered, by how strong players, and what follows for dealing them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
