import { type Kysely, sql } from 'kysely';

const RENEWALS = `create table renewals (
  player_id bigint primary key references players,
  plan text not null check (plan in ('daily', 'weekly')),
  way text not null check (way in ('airtime', 'card')),
  kobo bigint not null check (kobo >= 0),
  fee_kobo bigint not null check (fee_kobo >= 0),
  consent text not null,
  sealed_card text,
  chosen_at timestamptz not null,
  asked_at timestamptz
)`;

/** Who chose that their plan renews by itself, and at which price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(RENEWALS).execute(db);
}
