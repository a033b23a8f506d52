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
  const statuses: number[] = [];
  const flood = Promise.all(
    Array.from({ length: 1500 }, async () => {
      const reply = await fetch(`http://127.0.0.1:${port}/api/v2/leaderboard/weekly`, {
        headers: { authorization: `Bearer ${flooding.token}` },
      });
      await reply.text();
      statuses.push(reply.status);
    }),
  );
  const times = await readsBeside(other, port, flood);
  expect(statuses).toHaveLength(1500);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  // The tests' machine is busy with other work: a queue of 1,500 would be seconds.
  expect(times[Math.floor(times.length * 0.5)]).toBeLessThan(1000);
});

test('a connection that writes calls without end is closed', async () => {
  const player = await server().subscriber();
  const port = await listen();
  const call = `GET /api/v2/user/dailyplays HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${player.token}\r\n\r\n`;
  const line = connect(port, '127.0.0.1');
  let answers = 0;
  line.on('data', (part) => {
    answers += String(part).split('HTTP/1.1 ').length - 1;
  });
  line.on('error', () => {});
  const closed = new Promise((resolve) => line.on('close', resolve));
  line.write(call.repeat(5000));
  await closed;
  expect(answers).toBeLessThanOrEqual(1001);
  // The player's next call is answered as ever.
  expect((await player.get('/user/dailyplays')).status).toBe(200);
});
