import { beforeAll, expect, test, vi } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { newKey, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';

const server = testServer();

// The server's own periodic work would change shared figures.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  return () => void vi.useRealTimers();
});

const metrics = () => server().app.inject('/metrics');

const figure = async (name: string) => {
  const { body } = await metrics();
  const line = body.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
};

test('calls are counted by route and status, with how long they took', async () => {
  const look = 'fom_requests_total{method="GET",route="/api/v2/user/:phone",status="200"}';
  const none = 'fom_requests_total{method="GET",route="(none)",status="404"}';
  const took = 'fom_request_seconds_count{method="GET",route="/api/v2/user/:phone"}';
  const [looks, nones, times] = [await figure(look), await figure(none), await figure(took)];
  const player = await server().signUp();
  await server().lookUp(player.phone);
  await server().app.inject('/nothing/here');
  expect(await figure(look)).toBe(looks + 1);
  expect(await figure(none)).toBe(nones + 1);
  expect(await figure(took)).toBe(times + 1);
  const { body } = await metrics();
  expect(body).not.toContain(player.phone.slice(1));
});

test('rounds that are open, counted and delivered again are seen', async () => {
  const moved = (reason: string) => figure(`fom_ledger_movements_total{reason="${reason}"}`);
  const keyed = (what: string) =>
    figure(`fom_keyed_calls_total{route="/api/v2/points",what="${what}"}`);
  const player = await server().subscriber();
  const open = () => figure('fom_open_rounds{kind="round"}');
  const before = [await open(), await moved('round-counted'), await keyed('repeated')] as const;
  const done = await keyed('done');
  const round = await player.openRound();
  expect(await open()).toBe(before[0] + 1);
  const key = newKey();
  for (const _ of [1, 2]) await player.deliver(round, answersTo(round), { key });
  expect([await open(), await moved('round-counted')]).toEqual([before[0], before[1] + 1]);
  expect(await keyed('done')).toBe(done + 1);
  expect(await keyed('repeated')).toBe(before[2] + 1);
});

test.runIf(TEST_DATABASE_URL !== '')('connections to PostgreSQL are seen', async () => {
  await server().signUp();
  const busy = await figure('fom_pool_connections{state="busy"}');
  expect(busy + (await figure('fom_pool_connections{state="idle"}'))).toBeGreaterThan(0);
  expect(await figure('fom_pool_waiting')).toBe(0);
});
