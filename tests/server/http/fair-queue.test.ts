import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { openQueues } from '../../../server/http/fair-queue.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

test('of one caller so many run at once, the next wait in turn, and what is more is refused', async () => {
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
  // Another one is not kept waiting by it.
  (await queues.enter('bola'))();
  expect(order).toEqual([]);
  first();
  // Leaving twice lets in nobody else.
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

/** How long a player's reads take in ms, one after another while `work` runs. */
async function readsBeside(player: TestPlayer, port: number, work: Promise<unknown>) {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const times: number[] = [];
  while (!isOver || times.length < 20) {
    const startedAt = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api/v2/user/dailyplays`, {
      headers: { authorization: `Bearer ${player.token}` },
    });
    expect(reply.status).toBe(200);
    await reply.text();
    times.push(performance.now() - startedAt);
  }
  await over;
  return times.toSorted((a, b) => a - b);
}

test('one player’s flood of calls keeps the others waiting no longer than a few of them', async () => {
  const [flooding, other] = [await server().subscriber(), await server().subscriber()];
  const port = await listen();
  const call = `GET /api/v2/points HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${flooding.token}\r\n\r\n`;
  const lines = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const line = connect(port, '127.0.0.1');
      await once(line, 'connect');
      return line;
    }),
  );
  const statuses: string[] = [];
  const flood = Promise.all(
    lines.map(
      (line) =>
        new Promise((resolve) => {
          let said = '';
          line.on('data', (part) => {
            said += part;
            const answers = [...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(
              ([, status]) => status ?? '',
            );
            if (answers.length < 5) return;
            statuses.push(...answers);
            line.destroy();
            resolve(null);
          });
          line.write(call.repeat(5));
        }),
    ),
  );
  const times = await readsBeside(other, port, flood);
  expect(statuses).toHaveLength(1500);
  expect(new Set(statuses)).toEqual(new Set(['200', '429']));
  expect(statuses.filter((status) => status === '429').length).toBeGreaterThan(500);
  // The tests' machine is busy with other work: a queue of 1,500 would be seconds.
  expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(1000);
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
