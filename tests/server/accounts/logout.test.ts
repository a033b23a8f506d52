import { expect, test } from 'vitest';
import {
  endSession,
  openSession,
  readSession,
  SESSIONS_PER_PLAYER,
  tokenFor,
} from '../../../server/accounts/sign-in/sessions.ts';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { endSessionsOf } from '../../support/end-sessions.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import { TestPlayer } from '../../support/test-player.ts';

const server = testServer();
const logOut = (player: TestPlayer) => player.post('/user/logout', {});
const isIn = async (player: TestPlayer) => (await player.get('/user/dailyplays')).status === 200;
const onAnotherPhone = async ({ id, phone }: TestPlayer) => {
  const { body } = await server().lookUp(phone);
  return new TestPlayer(server(), id, phone, String(body.meta?.token));
};

test('a logout ends its session at once, and no other of the player', async () => {
  const here = await server().signUp();
  const there = await onAnotherPhone(here);
  const reply = await logOut(here);
  expect(reply).toMatchObject({ status: 200, body: { status: true, data: null } });
  await expectRefused(server(), () => here.get('/user/dailyplays'), 401, 'session/required');
  expect(await isIn(there)).toBe(true);
});

test('a logout ends every token that was replaced on the way', async () => {
  const first = await server().subscriber();
  const verify = `/payments/subscription/airtime/verify/${first.phone}`;
  const second = new TestPlayer(server(), first.id, first.phone, '');
  const third = new TestPlayer(server(), first.id, first.phone, '');
  server().clock.at += 7.5 * DAY_MS;
  second.token = String((await first.get(`/user/${first.phone}`)).body.meta?.token);
  server().clock.at += 7.5 * DAY_MS;
  third.token = String((await second.get(`/user/${first.phone}`)).body.meta?.token);
  expect(new Set([first.token, second.token, third.token]).size).toBe(3);
  for (const player of [first, second, third]) expect(await isIn(player)).toBe(true);
  await logOut(second);
  for (const player of [first, second, third]) {
    await expectRefused(server(), () => player.get(verify), 401, 'session/required');
  }
});

test('lost replies leave one successor of a token, however many they are', async () => {
  const player = await server().signUp();
  server().clock.at += 8 * DAY_MS;
  const replies = await Promise.all([1, 2, 3, 4].map(() => player.get(`/user/${player.phone}`)));
  expect(new Set(replies.map(({ body }) => body.meta?.token)).size).toBe(1);
  const rows = await server()
    .db.selectFrom('sessions')
    .selectAll()
    .where('player_id', '=', player.id)
    .execute();
  expect(rows).toHaveLength(2);
});

test.each([
  ['no token', {}],
  ['a false token', { authorization: 'Bearer false' }],
  ['no credential of ours', { authorization: 'Basic YTpi' }],
])('a logout with %s is done already', async (_what, headers) => {
  const player = await server().signUp();
  const reply = await server().call('POST', '/user/logout', { headers });
  expect(reply).toMatchObject({ status: 200, body: { status: true, data: null } });
  expect(await isIn(player)).toBe(true);
});

test('a logout takes no body, and any', async () => {
  const player = await server().signUp();
  const headers = { authorization: `Bearer ${player.token}`, 'content-type': 'application/json' };
  for (const _again of [1, 2]) {
    expect((await server().call('POST', '/user/logout', { headers })).status).toBe(200);
  }
  expect(await isIn(player)).toBe(false);
});

test('a player has the newest twenty sign-ins', async () => {
  const first = await server().signUp();
  const phones = [];
  for (let signIn = 1; signIn < SESSIONS_PER_PLAYER; signIn += 1) {
    server().clock.at += 1000;
    phones.push(await onAnotherPhone(first));
  }
  expect(await isIn(first)).toBe(true);
  phones.push(await onAnotherPhone(first));
  expect(await isIn(first)).toBe(false);
  for (const phone of phones) expect(await isIn(phone)).toBe(true);
});

test('a sign-in that is used counts as new, and its old token stays', async () => {
  const player = await server().signUp();
  server().clock.at += 8 * DAY_MS;
  const others = [await onAnotherPhone(player)];
  server().clock.at += 1000;
  await player.get(`/user/${player.phone}`);
  for (let signIn = 1; signIn < SESSIONS_PER_PLAYER; signIn += 1) {
    server().clock.at += 1000;
    others.push(await onAnotherPhone(player));
  }
  expect(await isIn(player)).toBe(true);
  const [oldest] = others;
  expect(oldest && (await isIn(oldest))).toBe(false);
});

test('a session that ends while its token is replaced has no successor', async () => {
  const { db, clock } = server();
  const { id } = await server().signUp();
  const session = await readSession(db, await openSession(db, id, clock.at), clock.at);
  if (!session) throw new Error('The session is open.');
  const services = { db, now: () => clock.at, sign: await openSignatures(db) };
  await endSession(db, session);
  const token = await tokenFor(services, { ...session, isStale: true });
  expect(await readSession(db, token, clock.at)).toBeNull();
});

test('the operator ends every session of a player, and of nobody else', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  const there = await onAnotherPhone(player);
  expect(await endSessionsOf(server().db, player.id)).toBe(2);
  for (const ended of [player, there]) expect(await isIn(ended)).toBe(false);
  expect(await isIn(other)).toBe(true);
});
