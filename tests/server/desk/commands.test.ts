// @module-tag full
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';
import { aServer, desk, firstKey, subscribe } from './processes.ts';

async function aFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await prepareDataDir(folder);
  return folder;
}

test('commands reach the server that runs, by a socket that its account alone may use', async () => {
  const DATA_DIR = await aFolder();
  const socket = join(DATA_DIR, 'desk.sock');
  const server = await aServer({ DATA_DIR });
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  await subscribe(server.address, '08030000055');
  const OPERATOR_KEY = await firstKey({ DATA_DIR });
  const { stdout } = await desk({ DATA_DIR }, 'payments', 'of', '08030000055');
  const reference = / (\S+) 2348030000055 Weekly subscription/.exec(stdout)?.[1] ?? '';
  const refund = ['payments', 'refund', reference, '--why', 'by mistake'];
  expect(await desk({ DATA_DIR }, ...refund)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: 'Your operator key is needed: set OPERATOR_KEY\n',
  });
  expect(await desk({ DATA_DIR, OPERATOR_KEY }, ...refund)).toMatchObject({
    status: 0,
    stdout:
      'Taken back: 1,000 coins\nThe network was told to renew it no more\n₦100 are to be sent back by hand\n',
    stderr: '',
  });
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(existsSync(socket)).toBe(false);
  const shown = await desk({ DATA_DIR }, 'payments', 'show', reference);
  expect(shown.stdout).toContain('ngozi: refund: by mistake');
}, 90_000);

test('neither a socket that a killed server has left nor what is no command is in anybody’s way', async () => {
  const DATA_DIR = await aFolder();
  const socket = join(DATA_DIR, 'desk.sock');
  const killed = await aServer({ DATA_DIR });
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(socket)).toBe(true);
  const list = ['operators', 'list'];
  expect((await desk({ DATA_DIR }, ...list)).stdout).toBe('There is no operator yet\n');
  const server = await aServer({ DATA_DIR });
  const silent = connect(socket);
  await once(silent, 'connect');
  const wrong = connect(socket);
  wrong.end('no JSON');
  expect(JSON.parse(await text(wrong))).toMatchObject({ isDone: false });
  expect((await desk({ DATA_DIR }, ...list)).stdout).toBe('There is no operator yet\n');
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  silent.destroy();
}, 90_000);

test('a command that nobody knows is answered with how to use it', async () => {
  const { status, stderr } = await desk({ DATA_DIR: await aFolder() }, 'payments', 'undo');
  expect(stderr).toContain('npm run admin -- payments COMMAND');
  expect(status).toBe(1);
}, 90_000);

test('without a group the groups are named', async () => {
  const { status, stderr } = await desk({ DATA_DIR: await aFolder() });
  expect(stderr).toMatch(/^npm run admin -- GROUP COMMAND/);
  expect(status).toBe(1);
}, 90_000);

test.skipIf(TEST_DATABASE_URL === '')(
  'on PostgreSQL commands open the database beside the server',
  async () => {
    const { address: DATABASE_URL, drop } = await createTestDatabase();
    onTestFinished(drop);
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'mastermind-desk-'));
    onTestFinished(() => rmSync(DATA_DIR, { recursive: true, force: true }));
    const env = { DATABASE_URL, DATA_DIR };
    const server = await aServer(env);
    await subscribe(server.address, '08030000055');
    expect(await firstKey(env)).toHaveLength(32);
    const { stdout } = await desk(env, 'payments', 'of', '08030000055');
    expect(stdout).toContain('2348030000055: 1,000 coins');
    // No database: only files that open tabs may still request.
    expect(readdirSync(DATA_DIR).filter((name) => name !== 'assets')).toEqual([]);
  },
  90_000,
);
