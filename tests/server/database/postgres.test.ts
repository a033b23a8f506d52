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

onPostgres('a database that only reads cannot be asked now, until another one writes', async () => {
  const { address, drop } = await createTestDatabase();
  const { db, close } = connectPostgres(address, { connections: 1 });
  const name = new URL(address).pathname.slice(1);
  const readsOnly = (isOn: boolean) =>
    sql`alter database ${sql.ref(name)} set default_transaction_read_only = ${sql.lit(isOn ? 'on' : 'off')}`;
  const write = (by = db) => sql`create table kept (id bigint)`.execute(by);
  try {
    await readsOnly(true).execute(open());
    for (const writing of [() => write(), () => db.transaction().execute(write)]) {
      const error = await writing().catch((reason: unknown) => reason);
      expect(isDatabaseDown(error), String(error)).toBe(true);
    }
    await readsOnly(false).execute(open());
    await write();
  } finally {
    await close();
    await drop();
  }
});
