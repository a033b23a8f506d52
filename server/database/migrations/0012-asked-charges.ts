import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table airtime_charges add column asked_at timestamptz`,
  `create index airtime_charges_pending on airtime_charges (at) where state = 'pending'`,
  `create index payments_late on payments (created_at) where state in ('failed', 'refused')`,
];

/** When the operator was asked about a charge without an end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
