// @module-tag once
// @module-tag full
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiOver, overHttp, type Reply } from '../../scripts/lib/player/call.ts';
import { bearer, EMAIL, makeAccount, Player, planCall } from '../../scripts/lib/player/player.ts';
import { getUser } from '../../src/contract/endpoints/users.ts';
import { startDatabaseRelay } from '../support/database-relay.ts';
import { type ServerProcess, startProcess } from '../support/server-process.ts';
import { createTestDatabase, TEST_DATABASE_URL } from '../support/test-database.ts';

const folder = mkdtempSync(join(tmpdir(), 'mastermind-data-'));
const DATA_DIR = join(folder, 'data');
const started: ServerProcess[] = [];

function start(env: Record<string, string>): ServerProcess {
  const server = startProcess(env);
  started.push(server);
  return server;
}

afterEach(async () => {
  for (const { child, ended } of started.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A start that fails says why in one line, ends with 1, and says nothing else. */
async function expectNoStart(env: Record<string, string>, line: RegExp): Promise<void> {
  const server = start(env);
  expect(await server.ended).toBe(1);
  expect(server.said.stderr).toMatch(/^[^\n]+\n$/);
  expect(server.said.stderr).toMatch(line);
  expect(server.said.stderr).not.toMatch(/\bat .*:\d+/);
  expect(server.said.stdout).toBe('');
}

/** A new player of the server at an address, signed in. */
async function signUp(address: string, phone: string): Promise<Player> {
  const api = apiOver(overHttp(address));
  return new Player(api, await makeAccount(api, { phone }));
}

function lookUp(address: string, phone: string): Promise<Reply> {
  return apiOver(overHttp(address))({ endpoint: getUser, params: { phone } });
}

test('the server prints its address when ready, serves, and stops cleanly on a signal', async () => {
  const server = start({ DATA_DIR });
  const address = await server.ready;
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  expect(server.said.stdout).toBe(`Football Mastermind is ready at ${address}\n`);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  expect((await fetch(address.replace('localhost', '127.0.0.1'))).status).not.toBe(500);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(server.said.stderr).toBe('');
  // The folder also has the app's files, if the app was built.
  const left = readdirSync(DATA_DIR).filter((name) => name !== 'assets');
  expect(left.toSorted()).toEqual(['holds-data', 'lock', 'postgres']);
});

test('a stop waits for the reply that is due, not for connections that are kept alive or opened ahead', async () => {
  const server = start({ DATA_DIR, HOST: '0.0.0.0', LOG_LEVEL: 'warn' });
  const address = await server.ready;
  // Players are not authenticated on the network: a warning, which may follow the address in the
  // log.
  await expect.poll(() => server.said.stdout).toContain('HOST is 0.0.0.0');
  const port = Number(new URL(address).port);
  const body = '{"name":"ada","email":"ada@example.com","phone":"08030000614","platform":"rave"}';
  const socket = connect(port, '127.0.0.1');
  const reply = once(socket, 'data');
  const head = 'POST /api/v2/user/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 20)}`);
  const ahead = connect(port, '127.0.0.1');
  await once(ahead, 'connect');
  await fetch(`${address}/healthz`);
  const asked = performance.now();
  server.child.kill('SIGTERM');
  while (await isOpen(port)) await new Promise((done) => setImmediate(done));
  socket.write(body.slice(20));
  expect(String(await reply)).toMatch(/^HTTP\/1.1 200 /);
  expect(await server.ended).toBe(0);
  // Well before calls in flight would be cut.
  expect(performance.now() - asked).toBeLessThan(8_000);
});

const HEAD = 'POST /api/v2/user/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';

/** Clients that keep a connection busy for ever, if they may. */
const UNFINISHED = {
  'that has said nothing': [],
  'with half a head': ['GET /api/v2/categories HTTP/1.1\r\nHost: loc'],
  'with half a body': [`${HEAD}\r\nContent-Length: 100\r\n\r\n{"name":`],
  'whose replies are not read': Array(20_000).fill('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
};

test('a stop takes 15 seconds at most, whatever connections do', async () => {
  const server = start({ DATA_DIR });
  const port = Number(new URL(await server.ready).port);
  const sockets = Object.values(UNFINISHED).map((parts) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    for (const part of parts) socket.write(part);
    return socket;
  });
  await Promise.all(sockets.map((socket) => socket.connecting && once(socket, 'connect')));
  // Answered after them: by then the server has received them all.
  for (const path of ['healthz', 'readyz']) await fetch(`http://127.0.0.1:${port}/${path}`);
  const asked = performance.now();
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(performance.now() - asked).toBeLessThan(15_000);
  for (const socket of sockets) socket.destroy();
});

/** Whether a process accepts connections on a port of this machine. */
function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('a server that runs', () => {
  let server: ServerProcess;
  let address = '';
  beforeAll(async () => {
    server = startProcess({ DATA_DIR, LOG_LEVEL: 'trace' });
    address = await server.ready;
  }, 60_000);
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
  });

  test('reaches the sandbox operator over HTTP as a real one', async () => {
    const player = await signUp(address, '08030000214');
    const { data } = await player.ask(planCall('2348030000214'));
    expect(data).toMatchObject({ isActive: true, pointBalance: 1000 });
  });

  test('has its folder alone: a second start fails at once, and the first goes on', async () => {
    await expectNoStart({ DATA_DIR }, /data is in use by another running server/);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
  });

  test('finds nothing at an address that climbs out of the folders', async () => {
    const { port } = new URL(address);
    for (const path of ['/static/../../package.json', '/static/%2e%2e/%2e%2e/package.json']) {
      const body = await new Promise<string>((resolve, reject) => {
        // `fetch` would straighten the path before sending it.
        get({ host: '127.0.0.1', port, path }, (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += String(chunk);
          });
          response.on('end', () => resolve(text));
        }).on('error', reject);
      });
      expect(body).not.toContain('football-mastermind');
    }
  });

  test('logs the route and the request, never a phone number or a token', async () => {
    const { token } = await signUp(address, '08030000314');
    await lookUp(address, '2348030000314');
    await fetch(`${address}/api/v2/user/2348030000314%zz`);
    await fetch(`${address}/api/v2/points?phone=2348030000314`, {
      headers: { authorization: bearer(token) },
    });
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(server.said.stdout).toContain('"route":"/api/v2/user/:phone"');
    expect(server.said.stdout).toMatch(/"reqId":"[0-9a-f-]{36}"/);
    for (const secret of ['8030000214', '8030000314', token, EMAIL]) {
      expect(server.said.stdout + server.said.stderr).not.toContain(secret);
    }
  });
});

test('a code of the sandbox is in the log, the number it was sent to is not', async () => {
  const server = start({ DATA_DIR, LOG_LEVEL: 'info', SIGN_IN_POLICY: 'otp' });
  const address = await server.ready;
  const { body } = await lookUp(address, '08030000714');
  expect(body).toMatchObject({ status: false, code: 'user/challenge' });
  const inbox = await (await fetch(`${address}/sandbox/inbox/08030000714`)).json();
  server.child.kill('SIGTERM');
  await server.ended;
  const [{ code }] = (inbox as { data: [{ code: string }] }).data;
  expect(server.said.stdout).toContain(`"code":"${code}"`);
  expect(server.said.stdout).not.toContain('8030000714');
});

test('answered changes survive a kill of the process', async () => {
  const killed = start({ DATA_DIR });
  const address = await killed.ready;
  await signUp(address, '08030000114');
  killed.child.kill('SIGKILL');
  expect(await killed.ended).toBe('SIGKILL');

  const again = start({ DATA_DIR });
  expect((await lookUp(await again.ready, '08030000114')).body).toMatchObject({ status: true });
});

test('a taken port is reported', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => holder.once('listening', resolve));
  const { port } = holder.address() as { port: number };
  await expectNoStart({ DATA_DIR, PORT: String(port) }, new RegExp(`Port ${port} .* is in use`));
  holder.close();
});

test('a read-only folder is reported', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expectNoStart({ DATA_DIR: file }, /file cannot be written to .*DATA_DIR/);
  await expectNoStart({ DATA_DIR: join(file, 'data') }, /data cannot be written to .*DATA_DIR/);
});

test.runIf(existsSync('/proc/self'))('a folder where none can be made is said to be', async () => {
  await expectNoStart(
    { DATA_DIR: '/proc/nope/data' },
    /nope\/data cannot be written to .*DATA_DIR/,
  );
});

test('an unreachable database is reported, without its password', async () => {
  const DATABASE_URL = 'postgres://game:hunter2@127.0.0.1:1/game';
  const server = start({ DATABASE_URL });
  expect(await server.ended).toBe(1);
  expect(server.said.stderr).toMatch(/^The database at 127\.0\.0\.1:1\/game cannot be used: .*\n$/);
  expect(server.said.stderr).not.toContain('hunter2');
});

test.each([
  [{ PORT: 'http' }, /PORT is "http"/],
  [{ HOST: '203.0.113.7', DATA_DIR }, /HOST is "203\.0\.113\.7"/],
])('a wrong variable (%o) is named', async (env, line) => {
  await expectNoStart(env, line);
});

const onPostgres = TEST_DATABASE_URL !== '';

test.runIf(onPostgres)('two servers that start together share one PostgreSQL', async () => {
  const { address: DATABASE_URL, drop } = await createTestDatabase();
  const [one, two] = [start({ DATABASE_URL }), start({ DATABASE_URL })];
  const [here, there] = [await one.ready, await two.ready];
  await signUp(here, '08030000414');
  expect((await lookUp(there, '08030000414')).body).toMatchObject({ status: true });
  for (const { child, ended } of [one, two]) {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
  await drop();
});

test.runIf(onPostgres)('a lost database is reported, until it is back', async () => {
  const { address, drop } = await createTestDatabase();
  const relay = await startDatabaseRelay(address);
  const server = start({ DATABASE_URL: relay.address });
  const here = await server.ready;
  expect((await fetch(`${here}/readyz`)).status).toBe(200);

  relay.cut();
  expect((await fetch(`${here}/readyz`)).status).toBe(503);
  expect((await fetch(`${here}/readyz/`, { method: 'HEAD' })).status).toBe(503);
  expect((await fetch(`${here}/healthz`)).status).toBe(200);
  const reply = await lookUp(here, '08030000514');
  expect(reply.status).toBe(503);
  expect(reply.body).toMatchObject({ status: false, code: 'server/unavailable' });

  relay.mend();
  expect((await fetch(`${here}/readyz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  relay.close();
  await drop();
});
