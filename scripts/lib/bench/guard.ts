import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { startProcess } from '../../../tests/support/server-process.ts';
import { makeStore } from '../chaos/store.ts';
import type { Figure } from '../figures.ts';
import { fail } from '../run.mjs';
import type { Flood } from './flood.ts';

const P99_MS = 150;
/** So long each load goes on, and so often each of the others calls meanwhile. */
const LOAD_MS = 15_000;
const OTHERS = 10;
const CALL_EVERY_MS = 100;

type Load = { name: string; flood: Omit<Flood, 'port' | 'token'> | null };

const LOADS: readonly Load[] = [
  { name: 'nobody else', flood: null },
  { name: '1,500 parallel calls of one player', flood: { how: 'parallel', calls: 1500 } },
  { name: '20,000 pipelined reads on one connection', flood: { how: 'pipelined', calls: 20_000 } },
  { name: 'forms of 38,000 parts, eight at once', flood: { how: 'forms of many parts', calls: 8 } },
  { name: '520 bodies that drip', flood: { how: 'slow bodies', calls: 520 } },
  { name: 'made-up tokens, 500 at once', flood: { how: 'made-up tokens', calls: 500 } },
];

/** Twice what the others call: a flood that was charged to them would use it up. */
const ADDRESS_CALLS = 2 * OTHERS * (60_000 / CALL_EVERY_MS);

/** How long players wait beside one who floods the server, on PostgreSQL where one answers. */
export async function benchGuard(): Promise<Figure[]> {
  const store = (await makeStore('postgres')) ?? (await makeStore('embedded'));
  if (!store) fail('No database can be made.');
  const server = startProcess({
    DATA_DIR: store.dataDir,
    ADDRESS_CALLS_PER_MINUTE: String(ADDRESS_CALLS),
    ...(store.databaseUrl && { DATABASE_URL: store.databaseUrl }),
  });
  try {
    const port = Number(new URL(await server.ready).port);
    const tokens: string[] = [];
    for (let at = 0; at <= OTHERS; at += 1) tokens.push(await signUp(port, at));
    const [flooding = '', ...others] = tokens;
    const figures: Figure[] = [];
    for (const { name, flood } of LOADS) {
      const worker =
        flood &&
        new Worker(new URL('./flood.ts', import.meta.url), {
          workerData: { ...flood, port, token: flooding },
        });
      const failed = { count: 0 };
      const times = (await Promise.all(others.map((token) => readsOf(port, token, failed)))).flat();
      await worker?.terminate();
      const at = (share: number) =>
        times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0;
      figures.push({
        name: `beside ${name}: p99 (p50 ${at(0.5).toFixed(0)} ms)`,
        value: `${at(0.99).toFixed(0)} ms`,
        limit: `≤ ${P99_MS} ms`,
        passed: at(0.99) <= P99_MS,
      });
      figures.push({
        name: `beside ${name}: calls not answered, of ${times.length}`,
        value: String(failed.count),
        limit: '0',
        passed: failed.count === 0,
      });
    }
    return figures;
  } finally {
    server.child.kill('SIGKILL');
    await server.ended;
    await store.remove();
  }
}

/** How long a player's reads take, in milliseconds, at a steady pace. */
async function readsOf(port: number, token: string, failed: { count: number }): Promise<number[]> {
  const until = performance.now() + LOAD_MS;
  const times: number[] = [];
  while (performance.now() < until) {
    const startedAt = performance.now();
    const reply = await fetch(`http://127.0.0.1:${port}/api/v2/user/dailyplays`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await reply.text();
    if (reply.status !== 200) failed.count += 1;
    times.push(performance.now() - startedAt);
    await pause(Math.max(0, CALL_EVERY_MS - (performance.now() - startedAt)));
  }
  return times;
}

async function signUp(port: number, at: number): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}/api/v2/user/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ name: 'ada', email: 'ada@example.com', platform: 'rave' },
      phone: `0803000${String(at).padStart(4, '0')}`,
    }),
  });
  const { meta } = (await reply.json()) as { meta?: { token?: string } };
  return meta?.token ?? fail('A player could not sign up.');
}
