// @module-tag once
// @module-tag full
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { dump } from '../../../server/database/dump.ts';
import { aFolder } from '../../support/a-folder.ts';
import { addOperator, logOf, operate } from '../../support/desk.ts';
import { testServer } from '../../support/server.ts';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';
import { aServer, desk, firstKey, subscribe } from './processes.ts';

test('a copy that is made while the server runs is the same database again, with its books right', async () => {
  const folder = aFolder();
  const [DATA_DIR, other] = [join(folder, 'data'), join(folder, 'other')];
  const file = join(folder, 'copy.tar.gz');
  await prepareDataDir(DATA_DIR);
  const server = await aServer({ DATA_DIR });
  const OPERATOR_KEY = await firstKey({ DATA_DIR });
  await subscribe(server.address, '08030000055');
  const backup = ['database', 'backup', file];
  expect((await desk({ DATA_DIR }, ...backup)).stderr).toContain('OPERATOR_KEY');
  expect(existsSync(file)).toBe(false);
  expect(await desk({ DATA_DIR, OPERATOR_KEY }, ...backup)).toMatchObject({
    status: 0,
    stdout: `The database is copied to ${file}\n`,
    stderr: '',
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await desk({ DATA_DIR, OPERATOR_KEY }, ...backup)).stderr).toContain('already');
  // A change after the copy is not in it.
  await subscribe(server.address, '08030000155');

  const restore = ['database', 'restore', file];
  expect((await desk({ DATA_DIR }, ...restore)).stderr).toContain('OPERATOR_KEY');
  expect((await desk({ DATA_DIR, OPERATOR_KEY }, ...restore)).stderr).toMatch(/in use by another/);
  const restored = await desk({ DATA_DIR: other, OPERATOR_KEY }, ...restore);
  expect(restored).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/as it was[\s\S]*prizes wait/),
  });
  expect((await desk({ DATA_DIR: other, OPERATOR_KEY }, ...restore)).stderr).toMatch(
    /move it away/,
  );

  const ask = async (...args: string[]) => (await desk({ DATA_DIR: other }, ...args)).stdout;
  expect(await ask('payments', 'of', '08030000055')).toContain('2348030000055: 1,000 coins');
  expect(await ask('players', 'find', '08030000155')).toBe('Nobody is found\n');
  expect(await ask('wallets', 'check')).toBe(
    '1 wallets compared with their postings.\nDifferences: nothing\n',
  );
  expect(await ask('boards', 'check')).toContain('Scores that differ: nothing');
  server.child.kill('SIGTERM');
  await server.ended;
}, 120_000);

describe('who copies the database', () => {
  const server = testServer();

  test('needs an operator’s key, and is in the log', async () => {
    const file = join(aFolder(), 'copy.tar.gz');
    const command = ['database', 'backup', file];
    expect(await operate(server(), command)).toMatchObject({ isDone: false, isKeyNeeded: true });
    expect(await operate(server(), command, 'wrong')).toMatchObject({ isDone: false });
    expect(await logOf(server(), file)).toEqual([]);
    const key = await addOperator(server(), 'ngozi');
    expect(await operate(server(), command, key)).toMatchObject({ isDone: true });
    expect(await logOf(server(), file)).toMatchObject([
      { operator: 'ngozi', command: 'database backup' },
    ]);
  });
});

test('a file that is no copy leaves nothing behind', async () => {
  const folder = aFolder();
  const file = join(folder, 'copy.tar.gz');
  writeFileSync(file, 'no copy');
  const env = { DATA_DIR: join(folder, 'data'), OPERATOR_KEY: 'any' };
  expect((await desk(env, 'database', 'restore', file)).status).toBe(1);
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false);
  expect(existsSync(join(folder, 'data', 'restored'))).toBe(false);
}, 60_000);

test.skipIf(TEST_DATABASE_URL === '')(
  'PostgreSQL is copied by pg_dump beside the server, and brought into an empty one alone',
  async () => {
    const [one, two] = [await createTestDatabase(), await createTestDatabase()];
    onTestFinished(async () => {
      await one.drop();
      await two.drop();
    });
    const folder = aFolder();
    const file = join(folder, 'copy.dump');
    const env = { DATABASE_URL: one.address, DATA_DIR: folder };
    const server = await aServer(env);
    const OPERATOR_KEY = await firstKey(env);
    await subscribe(server.address, '08030000055');
    const backup = await desk({ ...env, OPERATOR_KEY }, 'database', 'backup', file);
    expect(backup).toMatchObject({ status: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const none = new URL(one.address);
    none.pathname = '/no_such_database';
    await expect(dump(none.href, join(folder, 'none.dump'))).rejects.toThrow(/pg_dump failed/);
    expect(readdirSync(folder).filter((name) => /dump|part/.test(name))).toEqual(['copy.dump']);
    const restore = ['database', 'restore', file];
    const full = await desk({ ...env, OPERATOR_KEY }, ...restore);
    expect(full.stderr).toContain('restore into an empty one');
    const into = { DATABASE_URL: two.address, DATA_DIR: folder, OPERATOR_KEY };
    expect(await desk(into, ...restore)).toMatchObject({ status: 0 });
    const { stdout } = await desk(into, 'payments', 'of', '08030000055');
    expect(stdout).toContain('2348030000055: 1,000 coins');
    expect(await desk(into, 'wallets', 'check')).toMatchObject({ status: 0 });
  },
  120_000,
);
