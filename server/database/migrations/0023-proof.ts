import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table rounds add column address_hash text`,
  // Only what is still to be forgotten, so that the sweep looks at no round twice.
  `create index rounds_traces on rounds (issued_at) where address_hash is not null`,
  `create index rounds_played on rounds (player_id, issued_at) where state = 'counted'`,
  `create table proof_rounds (
    id uuid primary key,
    player_id bigint not null references players,
    state text not null default 'asked' check (state in ('asked', 'open', 'passed', 'under-review')),
    why text not null,
    level text not null,
    timer_ms int not null,
    asked_at timestamptz not null,
    due_at timestamptz not null,
    round jsonb,
    phone_ms jsonb not null default '[]',
    opened_at timestamptz,
    closed_at timestamptz,
    result jsonb,
    flags text[] not null default '{}'
  )`,
  `create unique index proof_rounds_one_due on proof_rounds (player_id) where state in ('asked', 'open')`,
  `create index proof_rounds_player on proof_rounds (player_id, asked_at)`,
  `create index proof_rounds_opened on proof_rounds (opened_at) where opened_at is not null`,
];

/** Proof rounds, and where rounds were asked from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
