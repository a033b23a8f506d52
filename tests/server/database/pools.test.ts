import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { ALL_POINTS } from '../../../server/boards/boards.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import * as firstRound from '../../../server/database/migrations/0001-first-round.ts';
import * as signIn from '../../../server/database/migrations/0002-sign-in.ts';
import * as boards from '../../../server/database/migrations/0006-boards.ts';
import * as money from '../../../server/database/migrations/0007-money.ts';
import * as airtimeCharges from '../../../server/database/migrations/0009-airtime-charges.ts';
import * as undone from '../../../server/database/migrations/0011-undone-payments.ts';
import * as rush from '../../../server/database/migrations/0020-rush.ts';
import * as pools from '../../../server/database/migrations/0021-pools.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { dayOf, monthOf, weekOf } from '../../../src/rules/calendar.ts';
import type { Pool } from '../../../src/rules/networks.ts';

const NOW = Date.parse('2026-11-18T11:00:00Z');
const at = sql`${new Date(NOW)}::timestamptz`;

/** A round and a run of each player, with as many points as ten times their id. */
async function playedBefore(db: Kysely<Tables>) {
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    select '234803000000' || n, 'ada', 'a@b.ng', 'rave', network, now()
    from unnest(array['all', 'glo', 'all', 'glo', 'mtn']) with ordinality as one (network, n)
    order by n`.execute(db);
  await sql`insert into wallets (player_id) select id from players`.execute(db);
  await sql`
    insert into plays (player_id, day, is_open, taken_at)
    select id, '2026-11-18', false, ${at} from players`.execute(db);
  await sql`
    insert into rounds (id, player_id, play_id, category_id, state, level, question_level,
      coins_per_question, points_per_correct, timer_ms, seed, questions, secret_hash, issued_at,
      expires_at, deliver_by)
    select gen_random_uuid(), player_id, id, 'clubs', 'counted', 'easy', 'easy', 1, 5, 15000, 1, '[]',
      '', ${at}, ${at}, ${at} from plays`.execute(db);
  await sql`
    insert into rush_tickets (reference, player_id, bought_at)
    select 'ticket-' || id, id, ${at} from players`.execute(db);
  await sql`
    insert into rush_runs (id, player_id, ticket, state, run, opened_at)
    select gen_random_uuid(), id, 'ticket-' || id, 'counted', '{}', ${at} from players`.execute(db);
  await sql`
    with played as (
      select 'round:' || id || ':closed' as key, 'round-counted' as reason, player_id from rounds
      union all select 'run:' || id || ':closed', 'run-counted', player_id from rush_runs
    ),
    moved as (
      insert into ledger_movements (key, reason, created_at)
      select key, reason, ${at} from played returning id, key
    )
    insert into ledger_postings (movement_id, account, player_id, unit, amount)
    select moved.id, account, case account when 'points' then player_id end, 'points',
      case account when 'points' then 10 else -10 end * player_id
    from moved join played using (key), unnest(array['points', 'house:points']) account`.execute(
    db,
  );
  const periods = [
    ['weekly', weekOf],
    ['monthly', monthOf],
    ['rush', dayOf],
  ] as const;
  for (const [board, periodOf] of periods) {
    await sql`
      insert into board_scores (board, period_start, player_id, points, reached_at)
      select ${board}, ${new Date(periodOf(NOW).startsAt)}, id, 10 * id, ${at} from players
    `.execute(db);
  }
}

test('play from before there were pools is on the boards of each pool, as the ledger has it', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  for (const { up } of [firstRound, boards, signIn, money, airtimeCharges, undone, rush]) {
    await up(bare);
  }
  await playedBefore(db);
  await sql`
    insert into board_changes (board, period_start, player_id) values ('weekly', ${at}, 1)
  `.execute(db);

  await pools.up(bare);
  // A later migration makes it, and a rebuild reads it.
  await sql`create table question_repairs (question_id text, played_id uuid, boards text[])`.execute(
    db,
  );
  const placesIn = async (pool: Pool) => {
    const { top } = await databaseRanking(db).read({
      board: 'weekly',
      pool,
      startsAt: weekOf(NOW).startsAt,
      playerId: 1,
      range: ALL_POINTS,
      rows: 10,
      around: 0,
    });
    return top.map(({ playerId, points }) => [playerId, points].map(Number));
  };
  expect(await placesIn('all')).toEqual([
    [5, 50],
    [3, 30],
    [1, 10],
  ]);
  expect(await placesIn('glo')).toEqual([
    [4, 40],
    [2, 20],
  ]);
  const rebuilt = await rebuildBoards(db, false);
  expect(rebuilt.differences).toEqual([]);
  expect([rebuilt.results, rebuilt.scores, rebuilt.miscounted].map(Number)).toEqual([10, 15, 0]);
  // Its sets have other names now: no change goes to the old ones.
  expect(await db.selectFrom('board_changes').selectAll().execute()).toEqual([]);
  await db.destroy();
});
