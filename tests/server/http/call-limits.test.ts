import { afterAll, expect, test, vi } from 'vitest';
import { MINUTE_MS, MinuteCounts } from '../../../server/http/minute-counts.ts';
import { processMetrics } from '../../../server/http/process-metrics.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const OF_A_PLAYER = 8;
const OF_AN_ADDRESS = 20;
const server = testServer({
  env: {
    PLAYER_CALLS_PER_MINUTE: String(OF_A_PLAYER),
    ADDRESS_CALLS_PER_MINUTE: String(OF_AN_ADDRESS),
    TRUST_PROXY: '10.0.0.0/8',
  },
});

afterAll(() => void vi.useRealTimers());

/** In the middle of a minute of the clock, ten seconds before its end. */
function toANewMinute(): void {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime((Math.floor(Date.now() / MINUTE_MS) + 1) * MINUTE_MS + 50_000);
}

const read = (player: TestPlayer, from: string) =>
  server().call('GET', '/user/dailyplays', {
    from,
    headers: { authorization: `Bearer ${player.token}` },
  });

/** A call that asks for no token. */
const prices = (from: string, on: TestServer = server(), headers = {}) =>
  on.call('GET', '/misc/config', { from, headers });

async function many<Reply>(calls: number, make: () => Promise<Reply>): Promise<Reply[]> {
  return Promise.all(Array.from({ length: calls }, make));
}

const ANSWERED = { status: 200 };
const REFUSED = {
  status: 429,
  headers: expect.objectContaining({ 'retry-after': '10' }),
  body: {
    status: false,
    data: null,
    code: 'rate/limited',
    message: 'That was asked for too often. Please try again later.',
  },
};

test('a player has so many calls a minute, whatever their address, and nobody else is kept waiting by it', async () => {
  const [flooding, other] = [await server().signUp(), await server().signUp()];
  toANewMinute();
  for (const reply of await many(OF_A_PLAYER, () => read(flooding, '198.51.100.1'))) {
    expect(reply).toMatchObject(ANSWERED);
  }
  const refused = await many(OF_AN_ADDRESS, () => read(flooding, '198.51.100.2'));
  for (const reply of refused) expect(reply).toMatchObject(REFUSED);
  // What was refused has used up nothing of what the address has.
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    expect(await read(other, address)).toMatchObject(ANSWERED);
  }
  expect(await processMetrics.metrics()).toMatch(/^fom_limited_calls_total\{by="player"\} \d+/m);
  vi.setSystemTime(Date.now() + 10_000);
  expect(await read(flooding, '198.51.100.1')).toMatchObject(ANSWERED);
});

test.each([
  ['IPv4', '198.51.100.11', '::ffff:198.51.100.11', '198.51.100.12'],
  [
    'IPv6, where a customer has a whole network',
    '2001:db8:1:1::1',
    '2001:db8:1:1:f::2',
    '2001:db8:1:2::1',
  ],
])('an address has so many calls a minute, of %s', async (_kind, first, same, other) => {
  toANewMinute();
  for (const reply of await many(OF_AN_ADDRESS, () => prices(first))) {
    expect(reply).toMatchObject(ANSWERED);
  }
  expect(await prices(same)).toMatchObject(REFUSED);
  expect(await prices(other)).toMatchObject(ANSWERED);
});

test('made-up tokens are no way around what an address has', async () => {
  toANewMinute();
  let made = 0;
  const replies = await many(OF_AN_ADDRESS + 1, () => {
    made += 1;
    return prices('198.51.100.21', server(), { authorization: `Bearer made-up-${made}` });
  });
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('callers behind a proxy that is trusted are told apart', async () => {
  toANewMinute();
  const through = (address: string) => prices('10.1.2.3', server(), { 'x-forwarded-for': address });
  await many(OF_AN_ADDRESS, () => through('203.0.113.1'));
  expect(await through('203.0.113.1:40001')).toMatchObject(REFUSED);
  expect(await through('203.0.113.2')).toMatchObject(ANSWERED);
});

test('who watches the server is never refused', async () => {
  toANewMinute();
  const from = '127.0.0.1';
  await many(OF_AN_ADDRESS, () => prices(from));
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    const { statusCode } = await server().app.inject({ url, remoteAddress: from });
    expect(statusCode, url).toBe(200);
  }
});

/** Counts in one minute, of a server that shares them so. */
function counting(addForAll: ConstructorParameters<typeof MinuteCounts>[0]) {
  const counts = new MinuteCounts(addForAll);
  return (key: string) => {
    let current = 0;
    counts.incr(
      key,
      (_error, result) => {
        current = result?.current ?? 0;
      },
      MINUTE_MS,
      100,
    );
    return current;
  };
}

test('servers that share a store count together, one without an answer counts its own', async () => {
  toANewMinute();
  const sums = new Map<string, number>();
  const add = async (name: string, by: number) => {
    sums.set(name, (sums.get(name) ?? 0) + by);
    return sums.get(name) ?? 0;
  };
  const asked = vi.fn(() => new Promise<number>(() => {}));
  const [one, two, alone, broken] = [
    counting(add),
    counting(add),
    counting(asked),
    counting(async () => {
      throw new Error('there is no connection');
    }),
  ];
  for (let calls = 1; calls <= 50; calls += 1) {
    one('ada');
    two('ada');
    expect(alone('ada')).toBe(calls);
    expect(broken('ada')).toBe(calls);
    // What others answer is never waited for.
    await null;
  }
  // Each hears of the other's within a twentieth of what is allowed.
  expect(one('ada')).toBeGreaterThan(95);
  expect(two('ada')).toBeGreaterThan(95);
  expect(one('bola')).toBe(1);
  // A phone that makes few calls costs the store nothing, and what is not answered is not piled up.
  expect(sums.size).toBe(1);
  for (let keys = 0; keys < 500; keys += 1) {
    for (let calls = 0; calls < 5; calls += 1) alone(`key ${keys}`);
  }
  expect(asked.mock.calls.length).toBe(100);
  vi.setSystemTime(Date.now() + 10_000);
  expect(one('ada')).toBe(1);
});
