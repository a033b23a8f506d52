import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Periods that were settled before paid fixed prizes.
  `alter table prize_periods add column tier_parts jsonb not null default '[]'`,
  `alter table payouts add column kin bigint`,
];

/** What each place of a day's tiers pays, fixed with its period, and which of its prizes go to one group. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
