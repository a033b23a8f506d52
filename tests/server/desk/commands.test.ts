import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { NODE, ROOT, SHORT_LIVED } from '../../support/project.ts';
import { startProcess } from '../../support/server-process.ts';
import {
  createTestDatabase,
  prepareDataDir,
  TEST_DATABASE_URL,
} from '../../support/test-database.ts';

async function aFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mastermind-desk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await prepareDataDir(folder);
  return folder;
}

/** A command in a process of its own. */
async function desk(env: Record<string, string>, ...args: string[]) {
  const child = spawn(NODE, [...SHORT_LIVED, join(ROOT, 'server/desk/main.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, stdout, stderr };
}

async function aServer(env: Record<string, string>) {
  const server = startProcess(env);
  onTestFinished(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });
  return { ...server, address: await server.ready };
}

/** The key that adding the first operator tells. */
async function firstKey(env: Record<string, string>): Promise<string> {
  const { stdout } = await desk(env, 'operators', 'add', 'ngozi');
  return /^ngozi is added\. .*\n(\S{32})\n$/.exec(stdout)?.[1] ?? '';
}

async function subscribe(address: string, phone: string): Promise<void> {
  const body = JSON.stringify({ name: 'ada', email: 'a@b.ng', phone, platform: 'rave' });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${address}/api/v2/user/`, { method: 'POST', headers, body });
  const { meta } = (await reply.json()) as { meta: { token: string } };
  const path = `/api/v2/payments/subscription/airtime/verify/${phone}`;
  await fetch(`${address}${path}`, { headers: { authorization: `Bearer ${meta.token}` } });
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
  expect(await desk({ DATA_DIR }, ...refund)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'Your operator key is needed: set OPERATOR_KEY\n',
  });
  expect(await desk({ DATA_DIR, OPERATOR_KEY }, ...refund)).toEqual({
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
  expect(stderr).toContain('npm run payments -- COMMAND');
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
    // No database: only what open tabs may still ask for.
    expect(readdirSync(DATA_DIR).filter((name) => name !== 'assets')).toEqual([]);
  },
  90_000,
);
