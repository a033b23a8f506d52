import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { isCheckViolation, isDatabaseDown } from '../../../server/database/failures.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db, OpenDatabase } from '../../../server/database/tables.ts';
import { startDatabaseRelay } from '../../support/database-relay.ts';
import { hasPooler, startPooler } from '../../support/pooler.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const onPostgres = test.runIf(TEST_DATABASE_URL !== '');

const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

test.each([
  failure('connect ECONNREFUSED', 'ECONNREFUSED'),
  failure('terminating connection due to administrator command', '57P01'),
  failure('the database system is starting up', '57P03'),
  failure('sorry, too many clients already', '53300'),
  failure('connection failure', '08006'),
  failure('deadlock detected', '40P01'),
  failure('cannot execute INSERT in a read-only transaction', '25006'),
  failure('canceling statement due to statement timeout', '57014'),
  failure('canceling statement due to lock timeout', '55P03'),
  failure('terminating connection due to idle-in-transaction timeout', '25P03'),
  failure('Connection terminated unexpectedly'),
  failure('Client has encountered a connection error and is not queryable'),
  failure('timeout exceeded when trying to connect'),
  failure('Query read timeout'),
])('"%s" says that the database cannot be asked now', (error) => {
  expect(isDatabaseDown(error)).toBe(true);
});

test.each([
  failure('duplicate key', '23505'),
  failure('syntax error', '42601'),
  failure('something else'),
  null,
  'text',
])('"%s" does not', (error) => {
  expect(isDatabaseDown(error)).toBe(false);
});

test('a violated check is reported by its name', () => {
  const violation = { code: '23514', constraint: 'wallets_coins_check' };
  expect(isCheckViolation(violation, 'wallets_coins_check')).toBe(true);
  expect(isCheckViolation(violation, 'wallets_held_check')).toBe(false);
  expect(isCheckViolation(new Error('no'), 'wallets_coins_check')).toBe(false);
});

describe('prepared statements', () => {
  const opened: OpenDatabase[] = [];

  afterAll(() => Promise.all(opened.map(({ close }) => close())));

  /** A database with one connection, so that repeated queries use the same one. */
  function open(): Db {
    const database = connectPostgres(TEST_DATABASE_URL, { connections: 1 });
    opened.push(database);
    return database.db;
  }

  const prepared = async (db: Db) => {
    const { rows } = await sql<{ count: number }>`
    select count(*) from pg_prepared_statements where statement like '%as asked%'`.execute(db);
    return rows[0]?.count;
  };

  const ask = (db: Db, given: number) =>
    sql<{ asked: number }>`select ${given}::integer + 1 as asked`.execute(db);

  onPostgres('what is asked again is prepared once, and answers for each value', async () => {
    const db = open();
    expect((await ask(db, 1)).rows).toEqual([{ asked: 2 }]);
    expect((await ask(db, 41)).rows).toEqual([{ asked: 42 }]);
    expect(await prepared(db)).toBe(1);
  });

  test.runIf(TEST_DATABASE_URL !== '' && hasPooler)('behind PgBouncer nothing is', async () => {
    const pooler = await startPooler(TEST_DATABASE_URL);
    try {
      const { db, close } = connectPostgres(pooler.address, { connections: 1 });
      expect((await ask(db, 1)).rows).toEqual([{ asked: 2 }]);
      expect(await prepared(db)).toBe(0);
      await close();
    } finally {
      await pooler.stop();
    }
  });

  onPostgres('a new column beside it costs one try, and the next one has it', async () => {
    const db = open();
    await sql`create temporary table widened (one integer)`.execute(db);
    await sql`insert into widened values (1)`.execute(db);
    const read = () => sql`select * from widened where one = ${1}::integer`.execute(db);
    expect((await read()).rows).toEqual([{ one: 1 }]);
    await sql`alter table widened add column two integer default 2`.execute(db);
    const refused = await read().catch((error: unknown) => error);
    expect(isDatabaseDown(refused)).toBe(true);
    expect((await read()).rows).toEqual([{ one: 1, two: 2 }]);
  });
});

describe('a database that falls silent', { tags: ['once'] }, () => {
  const OPEN_READS = 60;

  const POOL_SIZE = 20;

  /** A loaded machine notices late that a time is over. */
  const SLACK_MS = 2_000;

  const PATIENCE = { connectMs: 1_000, answerMs: 1_000 };

  const cleanUps: (() => unknown)[] = [];

  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  });

  async function openThroughRelay() {
    const relay = await startDatabaseRelay(TEST_DATABASE_URL);
    cleanUps.push(() => relay.close());
    const { db, close } = connectPostgres(relay.address, PATIENCE);
    cleanUps.push(close);
    return { relay, db };
  }

  const read = (db: Db) =>
    sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows);

  const reads = (db: Db) => Array.from({ length: OPEN_READS }, () => read(db));

  /** How each of some calls ended, and how long the slowest took. */
  async function timed(calls: Promise<unknown>[]) {
    const from = performance.now();
    const outcomes = await Promise.allSettled(calls);
    return { outcomes, ms: performance.now() - from };
  }

  function expectDown(outcomes: PromiseSettledResult<unknown>[]): void {
    for (const outcome of outcomes) {
      expect(outcome.status).toBe('rejected');
      if (outcome.status === 'rejected') {
        expect(isDatabaseDown(outcome.reason), String(outcome.reason)).toBe(true);
      }
    }
  }

  onPostgres('connections that fall silent under open reads are replaced', async () => {
    const { relay, db } = await openThroughRelay();
    await Promise.all(reads(db));
    expect(relay.lines()).toBe(POOL_SIZE);
    const open = reads(db);
    relay.silence();
    const { outcomes, ms } = await timed(open);
    const lost = outcomes.filter(({ status }) => status === 'rejected');
    expect(lost.length).toBeGreaterThanOrEqual(POOL_SIZE);
    expectDown(lost);
    expect(ms).toBeLessThan(PATIENCE.connectMs + PATIENCE.answerMs + SLACK_MS);
    // As many as before: no slot is lost.
    await Promise.all(reads(db));
    expect(relay.lines()).toBe(POOL_SIZE);
  });

  onPostgres(
    'a transaction whose connection falls silent ends, and its connection with it',
    async () => {
      const { relay, db } = await openThroughRelay();
      const work = db.transaction().execute(async (trx) => {
        await read(trx);
        relay.silence();
        await read(trx);
      });
      const { outcomes, ms } = await timed([work]);
      expectDown(outcomes);
      expect(ms).toBeLessThan(PATIENCE.answerMs + SLACK_MS);
      while (relay.lines() > 0) await wait(5);
      expect(await read(db)).toEqual([{ one: 1 }]);
    },
  );

  onPostgres(
    'while the database is frozen every call ends, and after the thaw all work',
    async () => {
      const { relay, db } = await openThroughRelay();
      await read(db);
      relay.freeze();
      for (const _round of [1, 2]) {
        const { outcomes, ms } = await timed(reads(db));
        expectDown(outcomes);
        expect(ms).toBeLessThan(PATIENCE.connectMs + PATIENCE.answerMs + SLACK_MS);
      }
      const underway = reads(db);
      relay.mend();
      const thawed = performance.now();
      await Promise.allSettled(underway);
      expect(await read(db)).toEqual([{ one: 1 }]);
      expect(performance.now() - thawed).toBeLessThan(5_000);
    },
  );

  onPostgres(
    'a statement that takes its time, and a connection that rests, are left alone',
    async () => {
      const { relay, db } = await openThroughRelay();
      expect(
        await sql`select pg_sleep(${(PATIENCE.answerMs * 0.3) / 1000})`.execute(db),
      ).toBeTruthy();
      await wait(PATIENCE.answerMs * 2);
      expect(relay.lines()).toBe(1);
      expect(await read(db)).toEqual([{ one: 1 }]);
    },
  );
});
