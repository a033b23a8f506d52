import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // Outages from before are judged as they were.
  `alter table outages add column was_down boolean not null default true`,
  `create table outage_calls (
    outage_id bigint not null references outages on delete cascade,
    player_id bigint,
    address_hash text not null,
    calls int not null,
    unserved_ms int
  )`,
  `create index outage_calls_outage on outage_calls (outage_id)`,
  `create index outage_calls_player on outage_calls (player_id)`,
];

/** Who was there in an outage, how often they called, and how long nobody answered them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
