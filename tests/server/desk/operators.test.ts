import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../../server/database/migrate.ts';
import { connectPostgres } from '../../../server/database/postgres.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import type { Db, Trx } from '../../../server/database/tables.ts';
import { addOperator, newOperatorKey } from '../../../server/desk/operators.ts';
import { addOperator as enterOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import {
  createMigratedDatabase,
  createTestDatabase,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';
import { desk, killedWaiting } from './processes.ts';

describe('operators', () => {
  const server = testServer();

  const run = (command: string[], key: string | null = null) => operate(server(), command, key);

  let ngozi = '';

  let musa = '';

  let ada = '';

  // The embedded database has one connection: there nothing happens at once.
  test.runIf(TEST_DATABASE_URL !== '')(
    'if two are added as the first at the same time one needs a key',
    async () => {
      const { address, drop } = await createTestDatabase();
      const { db, close } = connectPostgres(address);
      await migrate(db);
      const asked = ['ada', 'musa', 'efe', 'bola'].map((name) =>
        operate(server(), ['operators', 'add', name], null, { db }),
      );
      const told = await Promise.all(asked);
      expect(told.filter(({ isDone }) => isDone)).toHaveLength(1);
      expect(told.filter(({ isKeyNeeded }) => isKeyNeeded)).toHaveLength(3);
      await close();
      await drop();
    },
  );

  test('the first operator is added without a key, any other by one, and keys are kept hashed', async () => {
    expect((await run(['operators', 'list'])).lines).toEqual(['There is no operator yet']);
    const first = await run(['operators', 'add', 'ngozi']);
    expect(first.lines[0]).toBe('ngozi is added. The key is told this once:');
    ngozi = first.lines[1] ?? '';
    expect(ngozi).toMatch(/^[\w-]{32}$/);
    expect(await run(['operators', 'add', 'musa'])).toEqual({
      lines: ['Your operator key is needed: set OPERATOR_KEY'],
      isDone: false,
      isKeyNeeded: true,
    });
    expect(await run(['operators', 'add', 'musa'], 'wrong')).toMatchObject({ isDone: false });
    // Only musa has seen musa's key.
    expect((await run(['operators', 'add', 'musa'], ngozi)).lines[0]).toMatch(
      /makes their own key/,
    );
    const [, key = '', , seal = ''] = (await run(['operators', 'key'])).lines;
    musa = key;
    expect((await run(['operators', 'add', 'musa', seal], ngozi)).lines).toEqual(['musa is added']);
    expect(await run(['operators', 'add', 'musa', seal], ngozi)).toMatchObject({
      lines: ['There is or was an operator named musa'],
    });
    const rows = await server().db.selectFrom('operators').selectAll().execute();
    for (const key of [ngozi, musa]) expect(JSON.stringify(rows)).not.toContain(key);
    expect((await run(['operators', 'list'])).lines).toHaveLength(2);
    expect(await logOf(server(), 'musa')).toMatchObject([
      { operator: 'ngozi', command: 'operators add' },
    ]);
  });

  test('with two operators both have to add the next one, by the same key', async () => {
    const [made, other] = [newOperatorKey(), newOperatorKey()];
    const add = (key: string, seal: string) => run(['operators', 'add', 'ada', seal], key);
    for (const _ of [1, 2]) {
      expect((await add(ngozi, made.seal)).lines[0]).toMatch(/^ngozi says yes\. Another/);
    }
    expect((await run(['operators', 'list'], made.key)).lines).toHaveLength(2);
    expect((await add(musa, other.seal)).lines[1]).toMatch(/^ngozi said otherwise/);
    expect((await add(musa, made.seal)).lines).toEqual(['ada is added']);
    expect((await run(['operators', 'list'])).lines).toHaveLength(3);
    const sealed = Buffer.from(createHash('sha256').update(ngozi).digest()).toString('hex');
    expect((await run(['operators', 'add', 'uche', sealed], ngozi)).lines).toEqual([
      'An operator has or had this key: each has their own',
    ]);
    ada = made.key;
  });

  test('a key that was taken away opens nothing, and the last one stays', async () => {
    expect(await run(['operators', 'remove', 'ada'], ngozi)).toEqual({
      lines: ['ada is removed'],
      isDone: true,
    });
    expect(await run(['operators', 'remove', 'musa'], ada)).toMatchObject({
      lines: ['No operator has this key'],
    });
    expect(await run(['operators', 'remove', 'ada'], ngozi)).toMatchObject({ isDone: false });
    await run(['operators', 'remove', 'musa'], ngozi);
    expect(await run(['operators', 'remove', 'ngozi'], ngozi)).toMatchObject({
      lines: ['The last operator stays: add another one before'],
      isDone: false,
    });
  });

  test('an operator who removed the others’ keys cannot add anybody alone, not under an old name either', async () => {
    for (const name of ['efe', 'musa']) {
      const { seal } = newOperatorKey();
      await run(['operators', 'add', name, seal], ngozi);
      await run(['operators', 'add', name, seal], ngozi);
    }
    expect((await run(['operators', 'list'])).lines).toEqual([expect.stringMatching(/^ngozi, /)]);
  });

  test('the log is only ever added to', async () => {
    const { db } = server();
    for (const change of [
      `update operator_log set why = 'no'`,
      'delete from operator_log',
      'truncate operator_log',
    ]) {
      await expect(sql.raw(change).execute(db)).rejects.toThrow(/only ever added to/);
    }
  });

  test.each([
    [['payments']],
    [['payments', 'show']],
    [['payments', 'reverse', 'FOM-x']],
    [['payments', 'reverse', 'FOM-x', '--why', ' ']],
    [['payments', 'refund', '--why', 'x']],
    [['payments', 'reports', 'now']],
    [['payments', 'show', 'a', 'b']],
    [['payments', 'show', 'a', '--all']],
    [['operators', 'add']],
    [['operators', 'list', 'ada']],
  ])('%j is answered with how to use it', async (command) => {
    const { lines, isDone } = await run(command, ngozi);
    expect(isDone).toBe(false);
    expect(lines[0]).toContain(`npm run admin -- ${command[0]} COMMAND`);
  });
});

describe('killed processes', { tags: ['once'] }, () => {
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
});

describe('sessions', () => {
  const server = testServer();

  const run = (command: string[], key: string | null = null) => operate(server(), command, key);

  let ngozi = '';

  beforeAll(async () => {
    ngozi = await enterOperator(server(), 'ngozi');
  }, 60_000);

  test('the operator sees where a player is signed in, and ends that', async () => {
    const player = await server().signUp();
    expect((await run(['sessions', 'of', player.phone])).lines).toEqual([
      `${new Date(server().clock.at).toISOString()} an unknown device`,
    ]);
    const end = ['sessions', 'end', `${player.id}`, '--why', 'a lost phone'];
    expect(await run(end)).toMatchObject({ isDone: false, isKeyNeeded: true });
    expect((await player.get('/points')).status).toBe(200);
    expect(await run(end, ngozi)).toEqual({ lines: ['Sign-ins ended: 1'], isDone: true });
    expect((await player.get('/points')).status).toBe(401);
    expect((await run(['sessions', 'of', player.phone])).lines).toEqual([
      'The player is signed in nowhere',
    ]);
    expect(await logOf(server(), `${player.id}`)).toMatchObject([
      { operator: 'ngozi', command: 'sessions end', why: 'a lost phone' },
    ]);
  });

  test.each([
    [['end', '08039999999', '--why', 'x'], /no account/],
    [['of', '12345678901234'], /10 or 11 digits/],
    [['end', '08030000014'], /npm run admin -- sessions COMMAND/],
    [['revoke', '08030000014', '--why', 'x'], /npm run admin -- sessions COMMAND/],
    [['of', '08030000014', '--all'], /npm run admin -- sessions COMMAND/],
  ])('%j is answered with what is wrong', async (args, message) => {
    const { lines, isDone } = await run(['sessions', ...args], ngozi);
    expect(isDone).toBe(false);
    expect(lines.join()).toMatch(message);
  });
});
