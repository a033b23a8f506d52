// @module-tag once
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { isDatabaseDown } from '../../../server/database/failures.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db } from '../../../server/database/tables.ts';
import { startDatabaseRelay } from '../../support/database-relay.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const onPostgres = test.runIf(TEST_DATABASE_URL !== '');
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

const read = (db: Db) => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows);
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
