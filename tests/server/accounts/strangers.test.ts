import { beforeEach, expect, test } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';
import {
  answerChallenge,
  askForCode,
  challengeOf,
  inboxOf,
  stored,
  wrongCode,
} from '../../support/sign-in.ts';

const MINUTE_MS = 60_000;
const server = testServer({ env: { SIGN_IN_POLICY: 'otp', CODES_PER_HOUR: '1000' } });
const STRANGER = '203.0.113.7';

const lookUpFrom = async (from: string, phone: string) =>
  challengeOf(await server().call('GET', `/user/${phone}`, { from }));
const newestCode = async (phone: string) => (await inboxOf(server(), phone))[0]?.code ?? '';

// Each test has a minute of its own.
beforeEach(() => {
  server().clock.at += MINUTE_MS;
});

test('a stranger who looks the number up cannot use up the player’s five tries', async () => {
  const phone = server().newPhone();
  const id = await askForCode(server(), phone);
  const code = await newestCode(phone);
  server().clock.at += 1000;
  const { id: strangers } = await lookUpFrom(STRANGER, phone);
  for (const _try of [1, 2, 3, 4, 5]) {
    await answerChallenge(server(), strangers, wrongCode(code));
  }
  expect((await answerChallenge(server(), id, code)).body.code).toBe('user/unknown');
});

test('a stranger gets a challenge of their own, which the player’s code does not answer', async () => {
  const phone = server().newPhone();
  const players = challengeOf(await server().lookUp(phone));
  const code = await newestCode(phone);
  server().clock.at += 17_500;
  const strangers = await lookUpFrom(STRANGER, phone);
  // That somebody asked for a code 17 seconds ago is not to be seen.
  expect(strangers).toEqual({ id: expect.any(String), channel: 'sms', resendAfter: 60 });
  expect(strangers.id).not.toBe(players.id);
  expect(await inboxOf(server(), phone)).toHaveLength(2);
  const reply = await answerChallenge(server(), strangers.id, code);
  expect(reply.body.code).toBe('challenge/wrong-code');
  expect((await answerChallenge(server(), players.id, code)).body.code).toBe('user/unknown');
});

test('a network has one code of its own an hour; beyond it gets one that nothing answers', async () => {
  const phone = server().newPhone();
  await askForCode(server(), phone);
  const code = await newestCode(phone);
  const { id: own } = await lookUpFrom(STRANGER, phone);
  for (const _try of [1, 2, 3, 4, 5]) await answerChallenge(server(), own, wrongCode(code));
  const nobodys = await lookUpFrom(STRANGER, phone);
  // Another one at each look would tell that it is none.
  expect(await lookUpFrom(STRANGER, phone)).toEqual(nobodys);
  expect(await inboxOf(server(), phone)).toHaveLength(2);
  for (const tried of [code, wrongCode(code)]) {
    const call = () => answerChallenge(server(), nobodys.id, tried);
    await expectRefused(server(), call, 410, 'challenge/expired');
  }
});

test('whatever others do to a number, its owner can get in', async () => {
  const phone = server().newPhone();
  // All day long, from one network after another, before the player can.
  for (let minute = 0; minute < 30; minute += 1) {
    await lookUpFrom(`203.0.113.${minute}`, phone);
    server().clock.at += MINUTE_MS;
  }
  await lookUpFrom(STRANGER, phone);
  const { id } = challengeOf(await server().lookUp(phone));
  const reply = await answerChallenge(server(), id, await newestCode(phone));
  expect(reply.body.code).toBe('user/unknown');
});

test('a phone whose address changes after the look-up still answers its challenge', async () => {
  const phone = server().newPhone();
  const { id } = await lookUpFrom('198.51.100.20', phone);
  const reply = await server().call('POST', `/user/challenge/${id}`, {
    from: '198.51.100.99',
    body: { code: await newestCode(phone) },
  });
  expect(reply.body.code).toBe('user/unknown');
});

test('once the minute is over another address gets a code of its own', async () => {
  const phone = server().newPhone();
  await askForCode(server(), phone);
  server().clock.at += MINUTE_MS;
  const { id, resendAfter } = await lookUpFrom(STRANGER, phone);
  expect(resendAfter).toBe(60);
  expect(await inboxOf(server(), phone)).toHaveLength(2);
  const answer = await answerChallenge(server(), id, await newestCode(phone));
  expect(answer.body.code).toBe('user/unknown');
});

test('a player whose number a stranger has looked up since gets their own challenge again', async () => {
  const phone = server().newPhone();
  const id = await askForCode(server(), phone);
  const code = await newestCode(phone);
  server().clock.at += MINUTE_MS;
  await lookUpFrom(STRANGER, phone);
  expect(await askForCode(server(), phone)).toBe(id);
  expect((await answerChallenge(server(), id, code)).body.code).toBe('user/unknown');
});

test('a phone is known again by its network, as the limits know it', async () => {
  const phone = server().newPhone();
  const { id } = await lookUpFrom('2001:db8:1:2::a', phone);
  expect((await lookUpFrom('2001:db8:1:2:ffff::b', phone)).id).toBe(id);
  expect((await lookUpFrom('2001:db8:1:3::a', phone)).id).not.toBe(id);
});

test('nothing of an address is kept with a challenge', async () => {
  const phone = server().newPhone();
  await lookUpFrom(STRANGER, phone);
  const rows = await server()
    .db.selectFrom('challenges')
    .selectAll()
    .where('phone', '=', stored(phone))
    .execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(STRANGER);
});
