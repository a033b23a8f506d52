import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table question_reports (
    player_id bigint not null references players,
    question_id text not null,
    round_id uuid not null references rounds,
    level text not null,
    reason text not null,
    day text not null,
    at timestamptz not null,
    closed_at timestamptz,
    primary key (player_id, question_id)
  )`,
  `create index question_reports_open on question_reports (question_id) where closed_at is null`,
  // Whom a question was dealt to is asked when it is withdrawn.
  `create index dealt_questions_question on dealt_questions (question_id, player_id)`,
  `create table withdrawn_questions (
    question_id text primary key,
    operator text not null,
    why text not null,
    at timestamptz not null
  )`,
  `create table question_repairs (
    question_id text not null references withdrawn_questions,
    played_id uuid not null,
    player_id bigint not null references players,
    coins bigint not null check (coins >= 0),
    points bigint not null check (points >= 0),
    tickets int not null check (tickets >= 0),
    boards text[] not null,
    at timestamptz not null,
    seen_at timestamptz,
    primary key (question_id, played_id)
  )`,
  `create index question_repairs_untold on question_repairs (player_id) where seen_at is null`,
  // What is paid beside the places of a settled period takes none of them.
  `alter table payouts add column withdrawn_question text`,
  `alter table payouts drop constraint payouts_board_pool_tier_period_start_place_key`,
  `create unique index payouts_place on payouts (board, pool, tier, period_start, place)
    where withdrawn_question is null`,
  `create unique index payouts_beside on payouts (board, pool, tier, period_start, player_id, withdrawn_question)
    where withdrawn_question is not null`,
];

/** Reports of questions, questions that were withdrawn, and what was made good for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
