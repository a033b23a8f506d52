import { sql } from 'kysely';
import { writeCounts } from '../../../server/boards/rebuild-counts.ts';
import type { Db } from '../../../server/database/tables.ts';
import { monthOf, weekOf } from '../../../src/rules/calendar.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import { KNOWN_PREFIX, lapsedPhone } from './api-numbers.ts';

const DAY_MS = 86_400_000;
/** What of the ledger and the boards is checked or counted row by row: here it is right as it comes. */
const UNCHECKED = ['ledger_movements', 'ledger_postings', 'board_scores'];

/**
 * Players with a round each in this week and month, in the ledger and on the boards. Many have few
 * points, as after some days: thousands stand level at the low figures.
 */
export async function fill(db: Db, players: number, lapsed: number, now: number): Promise<void> {
  const startsAt = Math.max(weekOf(now).startsAt, monthOf(now).startsAt);
  const [from, until] = [new Date(startsAt), new Date(now - 60_000)];
  await db.connection().execute(async (own) => {
    await sql`set statement_timeout = 0`.execute(own);
    for (const table of UNCHECKED)
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(own);
    await sql`
      insert into players (phone, username, nickname, email, platform, network, created_at, seen_at)
      select ${KNOWN_PREFIX} || lpad((n - 1)::text, 7, '0'), 'player' || n, 'player' || n,
        'player@example.com', 'rave', 'all', now() - random() * interval '200 days', now()
      from generate_series(1, ${players}::integer) n`.execute(own);
    await sql`insert into wallets (player_id) select id from players`.execute(own);
    await sql`
      create temporary table filled as
      select id as player_id, gen_random_uuid() as round_id,
        5 * (1 + floor(-ln(1 - random()) * 60)::bigint) as points,
        date_trunc('milliseconds', ${from}::timestamptz
          + random() * (${until}::timestamptz - ${from}::timestamptz)) as at
      from players`.execute(own);
    await sql`
      insert into plays (player_id, day, is_open, taken_at)
      select player_id, to_char(at at time zone 'Africa/Lagos', 'YYYY-MM-DD'), false, at
      from filled`.execute(own);
    await sql`
      insert into rounds (id, player_id, play_id, category_id, pool, state, level, question_level,
        coins_per_question, points_per_correct, timer_ms, seed, questions, secret_hash, issued_at,
        expires_at, deliver_by, closed_at, transcript, result, claim)
      select round_id, filled.player_id, plays.id, 'english-premier-league', 'all', 'counted',
        'easy', 'easy', 10, 5, 10000, 1, '[]', '', at, at + interval '1 day',
        at + interval '4 days', at, '[]', '{}', '{}'
      from filled join plays on plays.player_id = filled.player_id`.execute(own);
    await sql`
      insert into ledger_movements (key, reason, created_at)
      select 'round:' || round_id || ':closed', 'round-counted', at from filled`.execute(own);
    await sql`
      insert into ledger_postings (movement_id, account, player_id, unit, amount)
      select movement.id, account, case account when 'points' then player_id end, 'points',
        sign * points
      from filled
      join ledger_movements movement on key = 'round:' || round_id || ':closed'
      cross join (values ('points', 1), ('house:points', -1)) side (account, sign)`.execute(own);
    await sql`
      insert into board_scores (board, pool, period_start, player_id, points, reached_at)
      select board, 'all', period_start, player_id, points, at
      from filled cross join (values
        ('weekly', ${new Date(weekOf(now).startsAt)}::timestamptz),
        ('monthly', ${new Date(monthOf(now).startsAt)}::timestamptz)
      ) period (board, period_start)`.execute(own);
    await writeCounts(own);
    for (const table of UNCHECKED)
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(own);
    await fillLapsed(own, lapsed, now);
    await sql`vacuum analyze`.execute(own);
    await sql`reset statement_timeout`.execute(own);
  });
}

/** Players without points whose first plan is over, so that they have to buy one. */
async function fillLapsed(db: Db, lapsed: number, now: number): Promise<void> {
  const phones = Array.from({ length: lapsed }, (_, turn) => to234Form(lapsedPhone(turn)));
  await sql`
    with phone as (select unnest(${phones}::text[]) as phone),
    made as (
      insert into players (phone, username, nickname, email, platform, network, created_at, seen_at)
      select phone, 'lapsed', 'lapsed', 'player@example.com', 'rave', 'all',
        now() - interval '40 days', now() from phone returning id
    )
    insert into wallets (player_id) select id from made`.execute(db);
  const ended = new Date(now - DAY_MS);
  await sql`
    insert into sandbox_airtime_plans (reference, phone, plan, starts_at, ends_at)
    select 'SBX-FIRST-' || phone, phone, 'weekly', ${ended}::timestamptz - interval '7 days',
      ${ended}::timestamptz
    from unnest(${phones}::text[]) phone`.execute(db);
}
