import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // What a number paid for before it had an account.
  `create table paid_periods (
    phone text not null,
    reference text not null,
    plan text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    primary key (phone, reference, starts_at)
  )`,
  `create index paid_periods_ends_at on paid_periods (ends_at)`,
  `alter table charge_attempts add column asking integer not null default 0`,
  `alter table charge_attempts add column asked_at timestamptz`,
  `alter table charge_attempts add column is_undecided boolean not null default false`,
  `create index charge_attempts_started_at on charge_attempts (started_at)`,
  `create index campaign_visits_created_at on campaign_visits (created_at)`,
  `create index contact_messages_created_at on contact_messages (created_at)`,
];

/** Paid periods of numbers without an account, who asks about a charge, and what sweeps look by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
