import { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { expect, test } from 'vitest';
import { endSession, readSession } from '../../../server/accounts/sign-in/sessions.ts';
import { ALL_POINTS } from '../../../server/boards/boards.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import { rebuildBoards } from '../../../server/boards/rebuild.ts';
import * as firstRound from '../../../server/database/migrations/0001-first-round.ts';
import * as signIn from '../../../server/database/migrations/0002-sign-in.ts';
import * as boards from '../../../server/database/migrations/0006-boards.ts';
import * as money from '../../../server/database/migrations/0007-money.ts';
import * as airtimeCharges from '../../../server/database/migrations/0009-airtime-charges.ts';
import * as undone from '../../../server/database/migrations/0011-undone-payments.ts';
import * as askedCharges from '../../../server/database/migrations/0012-asked-charges.ts';
import * as care from '../../../server/database/migrations/0013-care.ts';
import * as disputes from '../../../server/database/migrations/0014-disputes.ts';
import * as profile from '../../../server/database/migrations/0015-profile.ts';
import * as rush from '../../../server/database/migrations/0020-rush.ts';
import * as pools from '../../../server/database/migrations/0021-pools.ts';
import * as proof from '../../../server/database/migrations/0023-proof.ts';
import * as sessionProof from '../../../server/database/migrations/0030-session-proof.ts';
import * as sessionDevice from '../../../server/database/migrations/0032-session-device.ts';
import * as claims from '../../../server/database/migrations/0036-claims.ts';
import type { Tables } from '../../../server/database/tables.ts';
import { readClaims } from '../../../server/payments/claims.ts';
import { markRefunded } from '../../../server/payments/take-back.ts';
import { takeOverPeriod } from '../../../server/plans/plans.ts';
import { readSpendingState } from '../../../server/plans/spending-limits.ts';
import { DAY_MS, dayOf, monthOf, weekOf } from '../../../src/rules/calendar.ts';
import type { Pool } from '../../../src/rules/networks.ts';

const NOW = Date.parse('2026-11-18T11:00:00Z');

/** SHA-256 of `one` and of `two`, in base64url. */
const HASHES = [
  'dpLDrTVAu4A8Ags67mbNiIcSMjTqDG5xQ8Ct1z_0Me0',
  'P8TM_nRYcOLA2Z9x8w_wZWyN7dQcwdfT03aw2-aF4vM',
];

test('players who were in before the sign-in policies stay in, and so do their charges', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  await firstRound.up(bare);
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    values ('2348030000014', 'ada', 'a@b.ng', 'rave', 'all', now())`.execute(db);
  for (const hash of HASHES) {
    await sql`insert into sessions values (${hash}, 1, ${new Date(NOW)}, ${new Date(NOW + 1000)})`.execute(
      db,
    );
  }
  await sql`insert into charge_attempts values (1, 'weekly', 'FM-1', ${new Date(NOW)})`.execute(db);

  await signIn.up(bare);
  await sessionProof.up(bare);
  await sessionDevice.up(bare);
  expect(await db.selectFrom('charge_attempts').selectAll().execute()).toEqual([
    { phone: '2348030000014', plan: 'weekly', reference: 'FM-1', started_at: new Date(NOW) },
  ]);
  const [one, two] = [await readSession(db, 'one', NOW), await readSession(db, 'two', NOW)];
  expect([one, two]).toMatchObject([{ playerId: 1 }, { playerId: 1 }]);
  if (one) await endSession(db, one);
  expect(await readSession(db, 'one', NOW)).toBeNull();
  expect(await readSession(db, 'two', NOW)).not.toBeNull();
  await db.destroy();
});

test('a period that was credited before reports were kept is not credited under another name', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  await firstRound.up(bare);
  await signIn.up(bare);
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    values ('2348030000014', 'ada', 'a@b.ng', 'rave', 'all', now())`.execute(db);
  await sql`insert into wallets (player_id) values (1)`.execute(db);
  const period = {
    reference: 'OP-1',
    plan: 'weekly',
    startsAt: NOW,
    endsAt: NOW + 7 * DAY_MS,
  } as const;
  const { endsAt } = period;
  await sql`
    insert into subscriptions (player_id, reference, plan, starts_at, ends_at)
    values (1, 'OP-1', 'weekly', ${new Date(NOW)}, ${new Date(endsAt)})`.execute(db);

  await money.up(bare);
  await airtimeCharges.up(bare);
  const prices = { daily: 50, weekly: 100 };
  const found = { phone: '2348030000014', period: { ...period, reference: 'OP-2' }, prices };
  await db.transaction().execute((trx) => takeOverPeriod(trx, found, NOW));
  const periods = await db.selectFrom('subscriptions').selectAll().execute();
  expect(periods).toMatchObject([
    { reference: 'OP-1', way: 'airtime', kobo: null, reported_until: new Date(endsAt) },
  ]);
  await db.destroy();
});

test('players who were in before nicknames are called by their username', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  await firstRound.up(bare);
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    values ('2348030000014', 'ada', 'a@b.ng', 'rave', 'all', now())`.execute(db);
  await profile.up(bare);
  const player = await db.selectFrom('players').selectAll().executeTakeFirstOrThrow();
  expect(player).toMatchObject({ nickname: 'ada', gender: null, dark: null });
  await db.destroy();
});

test('debts and charges from before limits and disputes stay as they were', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  for (const { up } of [firstRound, signIn, money, airtimeCharges, undone, askedCharges]) {
    await up(bare);
  }
  const at = new Date(NOW);
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    values ('2348030000014', 'ada', 'a@b.ng', 'rave', 'all', now())`.execute(db);
  await sql`insert into wallets (player_id) values (1)`.execute(db);
  await sql`
    insert into claims (credit_key, reference, player_id, coins, at, closed_at)
    values ('payment:one', 'one', 1, 750, ${at}, null),
      ('payment:two', 'two', 1, 20, ${at}, ${at})`.execute(db);
  await sql`
    insert into airtime_charges (reference, phone, kobo, state, at)
    values ('FM-1', '2348030000014', 10000, 'reversed', ${at})`.execute(db);

  await care.up(bare);
  await disputes.up(bare);
  await rush.up(bare);
  expect(await readClaims(db, 1)).toEqual([{ reference: 'one', coins: 750, at: at.toISOString() }]);
  const owe = (credit_key: string) =>
    db
      .insertInto('claims')
      .values({ credit_key, reference: 'again', player_id: 1, coins: 5, at })
      .execute();
  await owe('payment:two');
  await expect(owe('payment:one')).rejects.toThrow(/claims_open_credit/);
  await db.transaction().execute((trx) => markRefunded(trx, 'payment:FM-1', 'FM-1', NOW));
  expect(await db.selectFrom('airtime_charges').select('state').execute()).toEqual([
    { state: 'refunded' },
  ]);
  expect(await readSpendingState(db, 1, NOW)).toEqual({
    limit: { naira: null, next: null },
    breakUntil: null,
    isUnderAge: false,
    isAgeKnown: false,
    stopped: null,
  });
  await db.destroy();
});

test('proof rounds from before claims were kept stay passed, an open one goes on, and what was asked is asked anew', async () => {
  const db = new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: await PGlite.create() }) });
  const bare = db as unknown as Kysely<unknown>;
  await firstRound.up(bare);
  await sql`create table payouts (id bigint primary key)`.execute(db);
  await proof.up(bare);
  await sql`
    insert into players (phone, username, email, platform, network, created_at)
    values ('2348030000014', 'ada', 'a@b.ng', 'rave', 'all', now()),
      ('2348030000015', 'obi', 'o@b.ng', 'rave', 'all', now())`.execute(db);
  const past = { right: 80, asked: 100 };
  const result = JSON.stringify({ right: 16, asked: 20, past, likelihood: 0.5 });
  const questions = [{ id: 'one' }, { id: 'two' }];
  const round = JSON.stringify({ questions, rows: [], timerMs: 12_000, shownAt: 0 });
  const at = new Date(NOW);
  await sql`
    insert into proof_rounds (id, player_id, state, why, level, timer_ms, asked_at, due_at, round, result)
    values (gen_random_uuid(), 1, 'passed', 'first prize', 'medium', 12000, ${at}, ${at}, null, ${result}),
      (gen_random_uuid(), 1, 'open', 'flagged', 'medium', 12000, ${at}, ${at}, ${round}, null),
      (gen_random_uuid(), 2, 'asked', 'first prize', 'medium', 12000, ${at}, ${at}, null, null)`.execute(
    db,
  );
  await claims.up(bare);
  const part = { level: 'medium', timerMs: 12_000, questions: 20, categories: [] };
  const rows = await db
    .selectFrom('proof_rounds')
    .select(['state', 'claim', 'result', 'round'])
    .orderBy('state', 'desc')
    .execute();
  expect(rows).toEqual([
    {
      state: 'passed',
      claim: [{ ...part, past }],
      result: { right: 16, asked: 20, likelihood: 0.5 },
      round: null,
    },
    {
      state: 'open',
      claim: [{ ...part, past: { right: 0, asked: 0 } }],
      result: null,
      round: {
        questions: questions.map((one) => ({ ...one, timerMs: 12_000 })),
        rows: [],
        shownAt: 0,
      },
    },
  ]);
  await db.destroy();
});

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
