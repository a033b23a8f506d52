import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { isDatabaseDown } from '../../../server/database/failures.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { OpenDatabase } from '../../../server/database/tables.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';

const onPostgres = test.runIf(TEST_DATABASE_URL !== '');
const opened: OpenDatabase[] = [];
afterAll(() => Promise.all(opened.map(({ close }) => close())));

function open() {
  const database = connectPostgres(TEST_DATABASE_URL);
  opened.push(database);
  return database.db;
}

onPostgres('nothing that hangs keeps a connection or a lock for long', async () => {
  const db = open();
  for (const [name, value] of [
    ['statement_timeout', '15s'],
    ['lock_timeout', '10s'],
    ['idle_in_transaction_session_timeout', '30s'],
  ]) {
    const { rows } = await sql`select current_setting(${name}) as value`.execute(db);
    expect(rows, name).toEqual([{ value }]);
  }
});

onPostgres.each([
  ['statement_timeout', async () => {}],
  ['idle_in_transaction_session_timeout', () => wait(400)],
])('what ends by %s is a database that cannot be asked now', async (name, pause) => {
  const db = open();
  const ended = db.transaction().execute(async (trx) => {
    await sql`select set_config(${name}, '100ms', true)`.execute(trx);
    await pause();
    await sql`select pg_sleep(0.4)`.execute(trx);
  });
  const error = await ended.catch((reason: unknown) => reason);
  expect(isDatabaseDown(error), String(error)).toBe(true);
  const { rows } = await sql`select 1 as one`.execute(db);
  expect(rows).toEqual([{ one: 1 }]);
});

/** A database that reports whether it follows another one. */
async function openFollower() {
  const { address, drop } = await createTestDatabase();
  const name = new URL(address).pathname.slice(1);
  await sql`alter database ${sql.id(name)} set search_path = public, pg_catalog`.execute(open());
  const at = connectPostgres(address, { connections: 1, mayFollow: true });
  const follows = (isSo: boolean) =>
    sql`create or replace function public.pg_is_in_recovery() returns boolean
      language sql as ${sql.lit(`select ${isSo}`)}`.execute(at.db);
  await follows(true);
  const close = () => at.close().then(drop);
  return { address, follows, close };
}

onPostgres('a database that follows another one is not asked, until it leads', async () => {
  const { address, follows, close } = await openFollower();
  const { db, close: closeOwn } = connectPostgres(address, { connections: 1 });
  const read = () => sql<{ one: number }>`select 1 as one`.execute(db);
  try {
    for (const _time of [1, 2]) {
      const error = await read().catch((reason: unknown) => reason);
      expect(isDatabaseDown(error), String(error)).toBe(true);
    }
    await follows(false);
    expect((await read()).rows).toEqual([{ one: 1 }]);
  } finally {
    await closeOwn();
    await close();
  }
});

onPostgres(
  'a write to a database that only reads is a database that cannot be asked now',
  async () => {
    const writing = open()
      .transaction()
      .execute(async (trx) => {
        await sql`set transaction read only`.execute(trx);
        await sql`create table never_there (id bigint)`.execute(trx);
      });
    const error = await writing.catch((reason: unknown) => reason);
    expect(isDatabaseDown(error), String(error)).toBe(true);
  },
);
