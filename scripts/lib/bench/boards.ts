import { sql } from 'kysely';
import { ALL_POINTS, creditBoards } from '../../../server/boards/boards.ts';
import { databaseRanking } from '../../../server/boards/database-ranking.ts';
import type { Ranking } from '../../../server/boards/ranking.ts';
import { writeCounts } from '../../../server/boards/rebuild.ts';
import { fillSet, sortedSetRanking, takeOverChanges } from '../../../server/boards/sorted-set.ts';
import { migrate } from '../../../server/database/migrate.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { connectStore } from '../../../server/database/store-connection.ts';
import type { Db } from '../../../server/database/tables.ts';
import { notePrizeTable, readWeekPlace } from '../../../server/prizes/places.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';
import { ledgerFaults, makeWallets, runRandomly } from '../../../tests/support/random-ledger.ts';
import { makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';

/** A Saturday, when most of a week has been played. */
const NOW = Date.parse('2026-11-21T18:00:00Z');
const { startsAt } = weekOf(NOW);

/**
 * Prizes that are paid from 1,000 players on, so that a place's prize also depends on the number of players.
 */
const PRIZES = DEFAULT_PRIZES.map((row) => ({ ...row, minPlayers: 1000 }));

const SHOWN_ROWS = 31;
const ROWS_AROUND = 2;
const WARM_UPS = 50;
const TIMES = 1_000;
/** How often a slow operation is measured, because counting a whole board takes seconds. */
const SLOW_TIMES = 20;

/** The limit at the 99th percentile, in milliseconds. */
const LIMITS_MS = { top: 10, own: 20, week: 20, write: 10 } as const;
type What = keyof typeof LIMITS_MS;
const WORDS: Record<What, string> = {
  top: `top ${SHOWN_ROWS}`,
  own: 'own place with neighbours',
  week: 'place of the week and what it brings',
  write: 'one score written',
};

/** A way to rank. Each operation is measured with a player who is drawn by chance. */
type Way = { name: string; times: number; isOurs: boolean } & Partial<
  Record<What, (playerId: number) => Promise<unknown>>
>;

/** Measures a board of `players` players: both forms of our ranking, and `rank()` over a plain table. */
export async function benchBoards(players: number): Promise<Figure[]> {
  const store = await makeStore('postgres');
  if (!store?.databaseUrl) fail('No PostgreSQL answers: there is nothing to measure on.');
  const { db, close } = connectPostgres(store.databaseUrl, { answerMs: 0 });
  const figures: Figure[] = [];
  try {
    await migrate(db);
    await notePrizeTable(db, { prizes: PRIZES, withholdingPercent: 0 }, startsAt);
    await db.connection().execute(async (own) => {
      await sql`set statement_timeout = 0`.execute(own);
      await load(own, players);
      await sql`reset statement_timeout`.execute(own);
    });
    const ways = [plainTable(db), ranked('PostgreSQL', db, databaseRanking(db))];
    const sets = await openSets(db);
    if (sets) ways.push(ranked('sorted sets', db, sets.ranking, sets.takeOver));
    else console.log('##### No Valkey or Redis answers: sorted sets are not measured #####');
    try {
      for (const way of ways) figures.push(...(await measure(way, players)));
    } finally {
      await sets?.remove();
    }
  } finally {
    await close();
    await store.remove();
  }
  return figures;
}

type Sets = { ranking: Ranking; takeOver: () => Promise<void>; remove: () => Promise<void> };

/** Loads the board into sorted sets. Gives `null` if no store answers. */
async function openSets(db: Db): Promise<Sets | null> {
  const url = process.env.TEST_RANK_URL || 'redis://127.0.0.1:6379';
  const client = await connectStore(url).catch(() => null);
  if (!client) return null;
  const store = { client, root: `{football-mastermind-bench:${process.pid}}` };
  await fillSet(store, db, { board: 'weekly', pool: 'all', startsAt });
  const ranking = sortedSetRanking(store, db, {
    warn: (what) => fail(`The sorted sets failed: ${JSON.stringify(what)}`),
  });
  return {
    ranking,
    takeOver: () => takeOverChanges(store, db),
    remove: async () => {
      await ranking.forget();
      await client.del(store.root);
      await ranking.close();
    },
  };
}

/**
 * Makes players and their scores. As after a week, many have few points, so that thousands have the same
 * points.
 */
async function load(db: Db, players: number): Promise<void> {
  await sql`
    insert into players (phone, username, nickname, email, platform, network, created_at)
    select '234' || (8000000000 + n), 'player' || n, 'player' || n, 'p@example.com', 'network', 'all', now()
    from generate_series(1, ${players}::integer) n`.execute(db);
  await sql`alter table board_scores disable trigger board_scores_counted`.execute(db);
  await sql`
    insert into board_scores (board, pool, period_start, player_id, points, reached_at)
    select 'weekly', 'all', ${new Date(startsAt)}::timestamptz, id,
      5 * (1 + floor(-ln(1 - random()) * 60)::bigint),
      ${new Date(startsAt)}::timestamptz + random() * interval '5 days'
    from players`.execute(db);
  await sql`alter table board_scores enable trigger board_scores_counted`.execute(db);
  await writeCounts(db);
  await sql`
    create table plain_scores (like board_scores including indexes)`.execute(db);
  await sql`insert into plain_scores select * from board_scores`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

function readOwn(ranking: Ranking, playerId: number) {
  const ask = { board: 'weekly', pool: 'all', startsAt, range: ALL_POINTS } as const;
  return ranking.read({ ...ask, playerId, rows: 0, around: ROWS_AROUND });
}

function ranked(
  name: string,
  db: Db,
  ranking: Ranking,
  takeOver: () => Promise<void> = async () => {},
): Way {
  const ask = { board: 'weekly', pool: 'all', startsAt, range: ALL_POINTS } as const;
  return {
    name,
    times: TIMES,
    isOurs: true,
    top: () => ranking.read({ ...ask, playerId: 0, rows: SHOWN_ROWS, around: 0 }),
    own: (playerId) => readOwn(ranking, playerId),
    week: (playerId) => readWeekPlace(db, ranking, { playerId, pool: 'all', at: NOW }),
    write: async (playerId) => {
      const times = { issuedAt: NOW, arrivedAt: NOW };
      await db.transaction().execute((trx) =>
        creditBoards(trx, ranking, {
          playerId,
          pool: 'all',
          played: 'round',
          points: 5,
          ...times,
        }),
      );
      // A write is complete only when the set has taken the score over.
      await takeOver();
    },
  };
}

function plainTable(db: Db): Way {
  const places = sql`
    select player_id, points, rank() over (order by points desc, reached_at, player_id) as place
    from plain_scores where board = 'weekly' and period_start = ${new Date(startsAt)}::timestamptz`;
  return {
    name: 'rank() over',
    times: SLOW_TIMES,
    isOurs: false,
    top: () => sql`${places} order by place limit ${SHOWN_ROWS}`.execute(db),
    own: (playerId) =>
      sql`
        with ranked as materialized (${places}),
        own as materialized (select place from ranked where player_id = ${playerId})
        select ranked.* from ranked, own
        where ranked.place between own.place - ${ROWS_AROUND}::bigint and own.place + ${ROWS_AROUND}::bigint
      `.execute(db),
    write: (playerId) =>
      sql`
        update plain_scores set points = points + 5, reached_at = ${new Date(NOW)}::timestamptz
        where board = 'weekly' and period_start = ${new Date(startsAt)}::timestamptz
        and player_id = ${playerId}`.execute(db),
  };
}

/** Measures a way to rank. Scores are written first, so that the board is read as in the middle of play. */
async function measure(way: Way, players: number): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const what of ['write', 'top', 'own', 'week'] as const) {
    const work = way[what];
    if (!work) continue;
    const runs = what === 'write' && !way.isOurs ? TIMES : way.times;
    const times: number[] = [];
    for (let run = -Math.min(WARM_UPS, runs); run < runs; run += 1) {
      const playerId = 1 + Math.floor(Math.random() * players);
      const startedAt = performance.now();
      await work(playerId);
      if (run >= 0) times.push(performance.now() - startedAt);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
    figures.push({
      name: `${players.toLocaleString('en')} players, ${way.name}: ${WORDS[what]}`,
      value: `median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
      limit: way.isOurs ? `≤ ${LIMITS_MS[what]} ms` : 'compared',
      passed: !way.isOurs || at(0.99) <= LIMITS_MS[what],
    });
  }
  return figures;
}

const CONNECTIONS = 64;
const WALLETS = 100;
/**
 * How many operations are made on a single wallet, as a share of those on many. They wait for each other, so
 * fewer are enough.
 */
const ON_ONE = 0.1;

/**
 * Measures operations per second on PostgreSQL, first spread over many wallets, then all on a single wallet.
 * Then checks the books.
 */
export async function benchLedger(operations: number): Promise<Figure[]> {
  const store = await makeStore('postgres');
  if (!store?.databaseUrl) fail('No PostgreSQL answers: there is nothing to measure on.');
  const { db, close } = connectPostgres(store.databaseUrl, { connections: CONNECTIONS });
  const figures: Figure[] = [];
  try {
    await migrate(db);
    for (const [wallets, share] of [
      [WALLETS, 1],
      [1, ON_ONE],
    ] as const) {
      const players = await makeWallets(db, wallets);
      const count = Math.round(operations * share);
      const startedAt = performance.now();
      const run = { players, operations: count, atOnce: CONNECTIONS, seed: 20_261_122 };
      const { expected } = await runRandomly(db, run);
      const seconds = (performance.now() - startedAt) / 1000;
      const faults = await ledgerFaults(db, expected);
      const what = `${count.toLocaleString('en')} operations, ${wallets} wallet${wallets > 1 ? 's' : ''}`;
      figures.push(
        {
          name: `${what}: speed`,
          value: `${Math.round(count / seconds).toLocaleString('en')} a second`,
          limit: 'measured',
          passed: true,
        },
        {
          name: `${what}: wrong accounts`,
          value: String(faults.length),
          limit: '0',
          passed: faults.length === 0,
        },
      );
    }
  } finally {
    await close();
    await store.remove();
  }
  return figures;
}
