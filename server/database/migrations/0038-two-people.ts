import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table operator_yes (
    subject text not null,
    operator text not null references operators,
    says text not null,
    at timestamptz not null,
    primary key (subject, operator)
  )`,
  `create table operator_alone (
    id bigint generated always as identity primary key,
    operator text not null references operators,
    player_id bigint not null references players,
    unit text not null check (unit in ('coins', 'kobo')),
    amount bigint not null check (amount > 0),
    at timestamptz not null
  )`,
  `create index operator_alone_at on operator_alone (at)`,
  `update payouts set released = array_append(released, 'second-approval')
    where (select count(*) from payout_approvals where payout_id = payouts.id) > 1`,
  `insert into operator_yes (subject, operator, says, at)
    select 'payouts approve ' || reference, approval.operator, 'yes', approval.at
    from payout_approvals approval
    join payouts on payouts.id = payout_id
    join operators on operators.name = approval.operator
    where not 'second-approval' = any (released)`,
  `drop table payout_approvals`,
];

/** What operators said yes to, and what each did alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
