import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { sha256 } from '../../../server/crypto/hash.ts';
import { BODY_TIMES } from '../../../server/http/bodies.ts';
import { newApp } from '../../../server/http/new-app.ts';
import { openQueues, shareFairly } from '../../../server/http/queue.ts';
import { route } from '../../../server/routes/route.ts';
import type { Services } from '../../../server/services.ts';
import { postContact } from '../../../src/contract/contact.ts';
import { BASE_PATHS } from '../../../src/contract/endpoint.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

test("a caller's first calls run at once, the next wait in turn, and the rest are refused", async () => {
  const queues = openQueues({ atOnce: 2, waiting: 1 });
  const [first, second] = [await queues.enter('ada'), await queues.enter('ada')];
  const order: string[] = [];
  const third = queues.enter('ada').then((leave) => {
    order.push('third');
    return leave;
  });
  await expect(queues.enter('ada')).rejects.toMatchObject({
    statusCode: 429,
    code: 'rate/limited',
  });
  // It delays no other player.
  (await queues.enter('bola'))();
  expect(order).toEqual([]);
  first();
  // Leaving twice admits only one.
  first();
  const leaveThird = await third;
  expect(order).toEqual(['third']);
  leaveThird();
  second();
  for (const leave of [await queues.enter('ada'), await queues.enter('ada')]) leave();
});

/** The server behind a port of its own. */
async function listen(): Promise<number> {
  const { app } = server();
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

/** Sends a call and waits until the server has seen it; gives how to hang up. */
async function send(port: number, call: string): Promise<() => Promise<unknown>> {
  const arrived = once(server().app.server, 'request') as Promise<[IncomingMessage]>;
  const line = connect(port, '127.0.0.1');
  line.write(call);
  const [{ socket }] = await arrived;
  return () => {
    const gone = new Promise((resolve) => socket.once('close', resolve));
    line.destroy();
    return gone;
  };
}

/** Holds the operator's answers until released; counts the calls that wait there. */
function holdOperator() {
  const { operator } = server();
  const before = operator.fetch;
  const gate = Promise.withResolvers<void>();
  const held = { now: 0, most: 0, ever: 0 };
  operator.fetch = async (url, init) => {
    held.ever += 1;
    held.now += 1;
    held.most = Math.max(held.most, held.now);
    await gate.promise;
    held.now -= 1;
    return before(url, init);
  };
  const release = () => {
    gate.resolve();
    operator.fetch = before;
  };
  onTestFinished(release);
  return { held, release };
}

const askingOperator = ({ phone }: TestPlayer) => `/payments/subscription/airtime/verify/${phone}`;

test('one player’s flood of calls waits or is refused, and keeps nobody else waiting', async () => {
  const [flooding, other] = [await server().subscriber(), await server().subscriber()];
  const { held, release } = holdOperator();
  const replies = Array.from({ length: 59 }, () => flooding.get(askingOperator(flooding)));
  // All but the last hang: eight at the operator, fifty in the queue.
  const refused = await Promise.race(replies);
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate/limited' } });
  expect(held).toMatchObject({ now: 8, ever: 8 });
  expect((await other.get('/user/dailyplays')).status).toBe(200);
  expect(held).toMatchObject({ now: 8, ever: 8 });
  release();
  const statuses = (await Promise.all(replies)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(58);
  expect(statuses.at(-1)).toBe(429);
});

test('a caller who hangs up at once frees their running calls and their place in the queue', async () => {
  const player = await server().subscriber();
  const port = await listen();
  const { held, release } = holdOperator();
  const call = `GET /api/v2${askingOperator(player)} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${player.token}\r\n\r\n`;
  const hangUps = [];
  for (let calls = 0; calls < 100; calls += 1) hangUps.push(await send(port, call));
  await vi.waitFor(() => expect(held.now).toBe(8));
  await Promise.all(hangUps.map((hangUp) => hangUp()));
  // A place in the queue is free, and the turn comes once the abandoned work is done.
  const waiting = player.get('/user/dailyplays');
  for (let calls = 0; calls < 100; calls += 1) await (await send(port, call))();
  expect(held).toMatchObject({ now: 8, ever: 8 });
  release();
  expect((await waiting).status).toBe(200);
  expect(held).toMatchObject({ most: 8, ever: 8 });
  // No trace of them stays: all eight may run again.
  await vi.waitFor(async () => {
    const after = Array.from({ length: 58 }, () => player.get('/user/dailyplays'));
    const statuses = (await Promise.all(after)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }, 20_000);
});

test('a body whose sender hangs up gives its place back', async () => {
  const player = await server().subscriber();
  const port = await listen();
  const head = `PUT /api/v2/user HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${player.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n`;
  for (let calls = 0; calls < 20; calls += 1) {
    await (await send(port, `${head}{`))();
  }
  expect((await player.get('/user/dailyplays')).status).toBe(200);
});

test('bodies that trickle in keep nobody else of their address waiting', async () => {
  const [slow, other] = [await server().signUp(), await server().signUp()];
  const port = await listen();
  const begun = (path: string, headers: string, body = '{') =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
  const long = 'Content-Length: 100';
  const hangUps = [];
  for (const [calls, call] of [
    [520, begun('/api/v2/user/', long)],
    [20, begun('/api/v2/user/', 'Transfer-Encoding: chunked', '1\r\n{\r\n')],
    [8, begun('/api/v2/points', `${long}\r\nAuthorization: Bearer ${slow.token}`)],
  ] as const) {
    for (let at = 0; at < calls; at += 1) hangUps.push(await send(port, call));
  }
  expect((await other.get('/user/dailyplays')).status).toBe(200);
  expect(await server().signUp()).toBeTruthy();
  await Promise.all(hangUps.map((hangUp) => hangUp()));
});

/** An app whose one endpoint hangs until released; counts the calls so far. */
async function hangingApp() {
  const folders = { app: '/nonexistent', images: [] };
  const app = await newApp(readConfig({ LOG_LEVEL: 'silent' }), folders, BODY_TIMES);
  onTestFinished(() => app.close());
  const services = { sign: (purpose, text) => sha256(`${purpose} ${text}`) } as Services;
  shareFairly(app, services);
  const gate = Promise.withResolvers<void>();
  const calls = { running: 0 };
  route(app, services, postContact, async () => {
    calls.running += 1;
    await gate.promise;
    return { status: true, data: null };
  });
  const write = (from: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: `${BASE_PATHS[postContact.base]}${postContact.path}`,
      remoteAddress: from,
      headers,
      payload: {
        ...{ email: 'ada@example.com', phone: '08030000055', type: 'general' },
        ...{ subject: 'Hello', message: 'A question' },
      },
    });
  return { calls, write, release: gate.resolve };
}

test('a call whose body is whole waits for its address’s turn', async () => {
  const { calls, write, release } = await hangingApp();
  const replies = Array.from({ length: 501 }, () => write('198.51.100.1'));
  await vi.waitFor(() => expect(calls.running).toBe(500));
  replies.push(write('198.51.100.2'));
  await vi.waitFor(() => expect(calls.running).toBe(501));
  release();
  for (const { statusCode } of await Promise.all(replies)) expect(statusCode).toBe(200);
  expect(calls.running).toBe(502);
});

test('made-up tokens of an address have eight places of it, 500 wait, and what is more is refused', async () => {
  const { calls, write, release } = await hangingApp();
  const from = '198.51.100.3';
  const made = Array.from({ length: 509 }, (_, at) =>
    write(from, { authorization: `Bearer made-up-${at}` }),
  );
  expect((await Promise.race(made)).statusCode).toBe(429);
  expect(calls.running).toBe(8);
  const visitor = write(from);
  await vi.waitFor(() => expect(calls.running).toBe(9));
  release();
  expect((await visitor).statusCode).toBe(200);
  const statuses = (await Promise.all(made)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(508);
});

test('a connection that writes calls without waiting for replies is cut before they are looked at', async () => {
  const player = await server().subscriber();
  const port = await listen();
  const call = `GET /api/v2/user/dailyplays HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${player.token}\r\n\r\n`;
  const line = connect(port, '127.0.0.1');
  line.on('error', () => {});
  line.resume();
  const closed = new Promise((resolve) => line.on('close', resolve));
  line.write(call.repeat(20_000));
  await closed;
  // The player's next call is answered as ever.
  expect((await player.get('/user/dailyplays')).status).toBe(200);
});

test('a connection that waits for each reply is kept, however many calls it makes', async () => {
  const port = await listen();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const lines = new Set<unknown>();
  for (let calls = 0; calls < 1100; calls += 1) {
    const reply = get({ port, path: '/healthz', agent });
    const [answer] = (await once(reply, 'response')) as [IncomingMessage];
    lines.add(answer.socket);
    expect(answer.statusCode).toBe(200);
    await answer.resume().toArray();
  }
  expect(lines.size).toBe(1);
  agent.destroy();
});
