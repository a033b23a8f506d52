import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table payouts
    add column sends int not null default 0,
    add column is_by_hand boolean not null default false,
    add column asked_at timestamptz,
    add column said text`,
  `create index payouts_sending on payouts (asked_at nulls first) where state = 'sending'`,
  `create table payout_approvals (
    payout_id bigint not null references payouts on delete cascade,
    operator text not null,
    at timestamptz not null,
    primary key (payout_id, operator)
  )`,
  `create table sandbox_transfers (
    reference text primary key,
    account_number text not null,
    amount bigint not null,
    at timestamptz not null
  )`,
  `create table sandbox_top_ups (
    reference text primary key,
    phone text not null,
    at timestamptz not null
  )`,
];

/** How prizes are sent, who has said yes to the large ones, and the stand-ins that take them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
