import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { isDatabaseDown } from '../../../server/database/failures.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import type { Db, OpenDatabase } from '../../../server/database/tables.ts';
import { hasPooler, startPooler } from '../../support/pooler.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const onPostgres = test.runIf(TEST_DATABASE_URL !== '');
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
