// @module-tag once
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import type { Db, Trx } from '../../../server/database/tables.ts';
import { addOperator, newOperatorKey } from '../../../server/desk/operators.ts';
import { createMigratedDatabase, TEST_DATABASE_URL } from '../../support/test-database.ts';
import { desk, killedWaiting } from './processes.ts';

// The embedded database has one process, so there is nothing to wait for: go-live.test.ts kills
// that.
const onPostgres = test.runIf(TEST_DATABASE_URL !== '');

let db: Db;
let address: string;
const [ngozi, musa, efe] = [newOperatorKey(), newOperatorKey(), newOperatorKey()];

beforeAll(async () => {
  if (TEST_DATABASE_URL === '') return;
  const created = await createMigratedDatabase();
  const opened = connectPostgres(created.address);
  [db, address] = [opened.db, created.address];
  const at = Date.now() - 60_000;
  const add = (name: string, { seal }: typeof ngozi, key: string | null) =>
    db.transaction().execute((trx) => addOperator(trx, { name, seal, key }, at));
  await add('ngozi', ngozi, null);
  await add('musa', musa, ngozi.key);
  return async () => {
    await opened.close();
    await created.drop();
  };
});

const envOf = ({ key }: typeof ngozi) => ({ DATABASE_URL: address, OPERATOR_KEY: key });

const names = async () => {
  const rows = await db.selectFrom('operators').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

/** The operators who have approved a subject and wait for a second one. */
const waiting = (subject: string) =>
  db.selectFrom('operator_yes').select('operator').where('subject', '=', subject).execute();

/** Writers to a table wait; readers go on. */
const keep = (table: string) => (trx: Trx) =>
  sql`lock table ${sql.id(table)} in share mode`.execute(trx);

onPostgres('a second yes that is killed adds nobody, and the first one stands', async () => {
  const args = ['operators', 'add', 'efe', efe.seal];
  expect((await desk(envOf(ngozi), ...args)).stdout).toMatch(/^ngozi says yes/);
  await killedWaiting(envOf(musa), db, { hold: keep('operator_log'), args });
  expect(await names()).toEqual(['musa', 'ngozi']);
  expect(await waiting('operators add efe')).toEqual([{ operator: 'ngozi' }]);
  expect((await desk(envOf(musa), ...args)).stdout).toContain('efe is added');
  expect(await names()).toEqual(['efe', 'musa', 'ngozi']);
});

onPostgres(
  'what went is noted whole or not at all where the second who says so is killed',
  async () => {
    await noteRestore(db, Date.now() - 1000);
    const args = ['payouts', 'went', `prize-${'a'.repeat(20)}-1`, '--why', 'the statement'];
    expect((await desk(envOf(ngozi), ...args)).stdout).toMatch(/^ngozi says yes/);
    await killedWaiting(envOf(musa), db, { hold: keep('restores'), args });
    const gone = () => db.selectFrom('gone_prizes').select('prize').execute();
    const open = () => db.selectFrom('restores').select('id').where('answered_at', 'is', null);
    expect(await gone()).toEqual([]);
    expect(await open().execute()).toHaveLength(1);
    expect((await desk(envOf(musa), ...args)).stdout).toContain('Noted: 1 prizes went');
    expect(await gone()).toHaveLength(1);
    expect(await open().execute()).toEqual([]);
  },
);
