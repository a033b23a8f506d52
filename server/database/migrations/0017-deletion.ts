import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // When somebody last signed in by a player's number, or had their token replaced.
  `alter table players add column seen_at timestamptz not null default now()`,
  `update players set seen_at = coalesce(
    (select max(created_at) from sessions where player_id = players.id), created_at)`,
  `alter table players add column deleted_at timestamptz`,
  `create index players_deleted on players (deleted_at) where deleted_at is not null`,
  // A period that an earlier account of the number was credited for.
  `alter table subscriptions add column is_carried boolean not null default false`,
  `create table deleted_numbers (
    number_hash text primary key,
    first_signed_up_at timestamptz not null,
    deleted_at timestamptz not null,
    plays_day text not null,
    plays int not null check (plays >= 0),
    dob text,
    weekly_naira int,
    next_naira int,
    next_from timestamptz,
    break_until timestamptz
  )`,
  `create index deleted_numbers_age on deleted_numbers (deleted_at)`,
  `create table deleted_periods (
    id bigint generated always as identity primary key,
    number_hash text not null references deleted_numbers on delete cascade,
    plan text not null,
    way text not null,
    reference text not null,
    kobo bigint,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    reported_from timestamptz,
    reported_until timestamptz,
    cancelled_at timestamptz,
    undone_at timestamptz
  )`,
  `create index deleted_periods_number on deleted_periods (number_hash)`,
  // What was agreed to stays as it is, but for whose number said it, and for the end of its time.
  `create function consents_refuse_change() returns trigger language plpgsql as $$
    begin
      if current_setting('fom.retention', true) is distinct from 'on' then
        raise exception 'consents are only ever added to';
      end if;
      if tg_op = 'DELETE' then
        return old;
      end if;
      if to_jsonb(new) - 'phone' is distinct from to_jsonb(old) - 'phone'
        or new.phone not like 'deleted-%' then
        raise exception 'of a consent only the number may go';
      end if;
      return new;
    end $$`,
  `drop trigger consents_keep on consents`,
  `create trigger consents_keep before update or delete on consents
    for each row execute function consents_refuse_change()`,
  `create index consents_of_number on consents (phone)`,
  `create index consents_age on consents (said_at)`,
  `create index payments_age on payments (created_at)`,
];

/** Deleted accounts, what a later account of their number starts from, and the end of consents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
