import { afterAll, expect, test, vi } from 'vitest';
import { endOtherSessions, openSession } from '../../../server/accounts/sign-in/sessions.ts';
import { sha256 } from '../../../server/crypto/hash.ts';
import { openBuckets } from '../../../server/http/limits.ts';
import { processMetrics } from '../../../server/http/metrics.ts';
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

/** So far on that earlier calls are forgotten; time stops until it is moved. */
function toANewMinute(): void {
  const later = Date.now() + 2 * 60_000;
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(later);
}

const read = (player: Pick<TestPlayer, 'token'>, from: string) =>
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
  headers: expect.objectContaining({ 'retry-after': '6' }),
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
  // A refused call does not count against the address.
  for (const address of ['198.51.100.1', '198.51.100.2']) {
    expect(await read(other, address)).toMatchObject(ANSWERED);
  }
  expect(await processMetrics.metrics()).toMatch(/^fom_limited_calls_total\{by="player"\} \d+/m);
  // A tenth of a minute later a tenth of the limit is available again.
  vi.setSystemTime(Date.now() + 8_000);
  expect(await read(flooding, '198.51.100.1')).toMatchObject(ANSWERED);
  expect(await read(flooding, '198.51.100.1')).toMatchObject(REFUSED);
});

test('a player who signs in again and again has no more calls by it', async () => {
  const player = await server().signUp();
  const { db, clock } = server();
  const tokens = [player.token, await openSession(db, player.id, clock.at + 1)];
  toANewMinute();
  for (let calls = 0; calls < OF_A_PLAYER; calls += 1) {
    player.token = String(tokens[calls % 2]);
    expect(await read(player, '198.51.100.3')).toMatchObject(ANSWERED);
  }
  for (const token of tokens) {
    player.token = token;
    expect(await read(player, '198.51.100.3')).toMatchObject(REFUSED);
  }
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

test('made-up tokens use up neither what players of their address have, nor what visitors have', async () => {
  const player = await server().signUp();
  const from = '198.51.100.21';
  const shown = (authorization: string) => prices(from, server(), { authorization });
  toANewMinute();
  let made = 0;
  const replies = await many(OF_AN_ADDRESS + 5, () => {
    made += 1;
    return shown(made % 2 ? `Bearer made-up-${made}` : `Bearer ${sha256(String(made))}`);
  });
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  const [begin, end] = [player.token.slice(0, 40), player.token.slice(40)];
  for (const token of [`${begin}${end === 'AAA' ? 'BBB' : 'AAA'}`, '_'.repeat(43)]) {
    expect(await shown(`Bearer ${token}`)).toMatchObject(REFUSED);
  }
  // A result by its round's own secret is not one of them.
  expect(await shown(`Round ${sha256('round')}`)).toMatchObject(ANSWERED);
  expect(await processMetrics.metrics()).toMatch(/_calls_total\{by="unknown-token"\} \d+/);
  expect(await read(player, from)).toMatchObject(ANSWERED);
  expect(await prices(from)).toMatchObject(ANSWERED);
});

test('a token that has ended uses up nothing of what its player has', async () => {
  const player = await server().signUp();
  const { db, clock } = server();
  const lost = { token: await openSession(db, player.id, clock.at + 1) };
  await endOtherSessions(db, { playerId: player.id, family: sha256(player.token) });
  expect((await read(lost, '198.51.100.24')).status).toBe(401);
  toANewMinute();
  for (const { status } of await many(OF_A_PLAYER + 5, () => read(lost, '198.51.100.24'))) {
    expect(status).toBe(401);
  }
  for (const reply of await many(OF_A_PLAYER, () => read(player, '198.51.100.24'))) {
    expect(reply).toMatchObject(ANSWERED);
  }
});

test('nor does one that is shown where none is asked for', async () => {
  const player = await server().signUp();
  const { db, clock } = server();
  const lost = await openSession(db, player.id, clock.at + 1);
  await endOtherSessions(db, { playerId: player.id, family: sha256(player.token) });
  const from = '198.51.100.25';
  const show = () => prices(from, server(), { authorization: `Bearer ${lost}` });
  await show();
  toANewMinute();
  for (const reply of await many(OF_A_PLAYER, show)) expect(reply).toMatchObject(ANSWERED);
  for (const reply of await many(OF_A_PLAYER, () => read(player, from))) {
    expect(reply).toMatchObject(ANSWERED);
  }
});

test("signed-in players are answered though visitors use up their address's limit, and the reverse", async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => server().signUp()));
  const from = '198.51.100.22';
  toANewMinute();
  await many(OF_AN_ADDRESS, () => prices(from));
  expect(await prices(from)).toMatchObject(REFUSED);
  for (const player of players) {
    const reads = await many(OF_A_PLAYER, () => read(player, from));
    for (const reply of reads) expect(reply).toMatchObject(ANSWERED);
  }
});

test('a token from before tokens named their player is as good as any', async () => {
  const { db } = server();
  const player = await server().signUp();
  const older = Buffer.alloc(32, 255).toString('base64url');
  await db
    .updateTable('sessions')
    .set({ token_hash: sha256(older) })
    .where('token_hash', '=', sha256(player.token))
    .execute();
  player.token = older;
  toANewMinute();
  expect(await read(player, '198.51.100.23')).toMatchObject(ANSWERED);
});

test('callers behind a trusted proxy are distinguished', async () => {
  toANewMinute();
  const through = (address: string) => prices('10.1.2.3', server(), { 'x-forwarded-for': address });
  await many(OF_AN_ADDRESS, () => through('203.0.113.1'));
  expect(await through('203.0.113.1:40001')).toMatchObject(REFUSED);
  expect(await through('203.0.113.2')).toMatchObject(ANSWERED);
});

test('monitoring is never refused', async () => {
  toANewMinute();
  const from = '127.0.0.1';
  await many(OF_AN_ADDRESS, () => prices(from));
  for (const url of ['/healthz', '/readyz', '/metrics']) {
    const { statusCode } = await server().app.inject({ url, remoteAddress: from });
    expect(statusCode, url).toBe(200);
  }
});

test('addresses without end are not remembered for ever, and one that floods is', () => {
  toANewMinute();
  const buckets = openBuckets(100);
  for (let call = 0; call < 10; call += 1) buckets.take('flooding', 10);
  for (let address = 0; address < 5000; address += 1) {
    expect(buckets.take(`address ${address}`, 10)).toBe(true);
    expect(buckets.take('flooding', 10)).toBe(false);
  }
  expect(buckets.size()).toBeLessThanOrEqual(200);
});
