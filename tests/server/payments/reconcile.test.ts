import { expect, test } from 'vitest';
import { keepReport } from '../../../server/payments/reports.ts';
import { testServer } from '../../support/server.ts';
import { chargeOf, expected, PACK, reportsOf, stateOf, take, verify } from './card-calls.ts';
import { newNumber, newOrder, pay, prompted } from './collection-calls.ts';
import { reconcileOnce } from './reconciling.ts';

const server = testServer();

const MINUTE_MS = 60_000;

const runOnce = (env?: Record<string, string>) => reconcileOnce(server(), env);

/** The number of requests to the provider about a payment. */
const timesAsked = (reference: string) =>
  asked.filter((path) => path.endsWith(`/verify/${reference}`)).length;

const asked: string[] = [];

const watchProvider = (answer = server().operator.fetch) => {
  const before = server().operator.fetch;
  server().operator.fetch = (url, init) => {
    asked.push(url);
    return answer(url, init);
  };
  return () => {
    server().operator.fetch = before;
  };
};

test('a payment whose server went down after the charge is credited within five minutes', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await take(server(), chargeOf(player, reference));
  for (let minute = 1; minute <= 4; minute += 1) {
    server().clock.at += MINUTE_MS;
    await runOnce();
  }
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
  server().clock.at += MINUTE_MS;
  await runOnce();
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
});

test('a prompt that was answered to a phone that left is credited within five minutes', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  for (let minute = 1; minute <= 4; minute += 1) {
    server().clock.at += MINUTE_MS;
    await runOnce();
  }
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await player.wallet()).toMatchObject({ coins: 1000 });
});

test('a prompt that never reached the service ends after a quarter of an hour', async () => {
  const player = await server().signUp();
  const order = await newOrder(player, { msisdn: newNumber('98') });
  const { operator } = server();
  const { fetch } = operator;
  operator.fetch = (url, init) =>
    url.endsWith('/pay') ? Promise.reject(new Error('ECONNRESET')) : fetch(url, init);
  expect((await pay(player, order)).status).toBe(502);
  operator.fetch = fetch;
  server().clock.at += 14 * MINUTE_MS;
  await runOnce();
  expect(await stateOf(server(), order.reference)).toBe('pending');
  server().clock.at += 2 * MINUTE_MS;
  await runOnce();
  expect(await stateOf(server(), order.reference)).toBe('failed');
});

test('several processes ask about a payment once a minute between them', async () => {
  const players = await Promise.all(Array.from({ length: 4 }, () => server().signUp()));
  const references = await Promise.all(
    players.flatMap((player) => Array.from({ length: 15 }, () => expected(player))),
  );
  server().clock.at += 3 * MINUTE_MS;
  const stop = watchProvider();
  await Promise.all([runOnce(), runOnce(), runOnce()]);
  expect(references.map(timesAsked)).toEqual(references.map(() => 1));
  await runOnce();
  expect(references.map(timesAsked)).toEqual(references.map(() => 1));
  server().clock.at += MINUTE_MS;
  await runOnce();
  expect(references.map(timesAsked)).toEqual(references.map(() => 2));
  stop();
});

test('an unpaid payment ends after an hour, and counts if it is paid after all', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  server().clock.at += 60 * MINUTE_MS;
  await runOnce();
  expect(await stateOf(server(), reference)).toBe('pending');
  server().clock.at += MINUTE_MS;
  await runOnce();
  expect(await stateOf(server(), reference)).toBe('failed');
  expect((await verify(player, reference)).body.code).toBe('payment/failed');
  await take(server(), chargeOf(player, reference));
  expect((await verify(player, reference)).body.status).toBe(true);
  expect(await stateOf(server(), reference)).toBe('paid');
});

test.each([
  ['does not answer', () => Promise.reject(new Error('ECONNRESET'))],
  ['answers with a page', async () => new Response('<html>late</html>')],
  [
    'answers about another payment',
    async () => Response.json({ status: true, data: chargeOf({ id: 1 }, 'FOM-another') }),
  ],
])('a provider that %s credits nothing until it says how it stands', async (_what, answer) => {
  const player = await server().signUp();
  const reference = await expected(player);
  await take(server(), chargeOf(player, reference));
  server().clock.at += 3 * MINUTE_MS;
  const stop = watchProvider(answer);
  await runOnce();
  const reply = await verify(player, reference);
  expect([reply.status, reply.body.code]).toEqual([502, 'card/unavailable']);
  expect(await stateOf(server(), reference)).toBe('pending');
  stop();
  server().clock.at += MINUTE_MS;
  await runOnce();
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
});

test('nobody is asked about a way that is not offered', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  server().clock.at += 3 * MINUTE_MS;
  const stop = watchProvider();
  await runOnce({ HOST: '0.0.0.0', SIGN_IN_POLICY: 'otp' });
  expect(timesAsked(reference)).toBe(0);
  stop();
});

test.each([
  ['a NUL', { reason: 'a \0 in it' }, { reason: 'a  in it' }],
  ['the six characters of its escape', { reason: 'a \\u0000 b' }, { reason: 'a \\u0000 b' }],
  ['them before a quote', { reason: '\\u0000"' }, { reason: '\\u0000"' }],
  ['a NUL in a name, deep inside', { in: [{ 'a\0': ['\0'] }] }, { in: [{ a: [''] }] }],
  ['half of a pair', { reason: '\ud83d' }, { reason: '\ufffd' }],
  ['no text', { sum: 1, is: true, none: null }, { sum: 1, is: true, none: null }],
])('a report with %s is kept', async (what, body, kept) => {
  await keepReport(server().db, { reference: what, what: 'test', body }, server().clock.at);
  expect(await reportsOf(server(), what)).toEqual([{ what: 'test', body: kept }]);
});
