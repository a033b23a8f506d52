import { expect, test } from 'vitest';
import { forceWallet } from '../../support/force-wallet.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

const server = testServer();

const ADA = { name: 'ada', email: 'ada@example.com', platform: 'rave' };
const signUp = (body: object, key?: string) =>
  server().call('POST', '/user/', {
    body,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

test('a new player has an empty wallet, no points and no subscription', async () => {
  const reply = await signUp({ ...ADA, phone: '0803 111 0014' });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ status: true, meta: { token: expect.any(String) } });
  expect(reply.body.data).toEqual({
    id: expect.any(String),
    name: 'ada',
    username: 'ada',
    email: 'ada@example.com',
    phone: '2348031110014',
    image: null,
    dob: null,
    gender: null,
    state: null,
    city: null,
    platform: 'rave',
    isActive: false,
    paymentToken: null,
    pointBalance: 0,
    highScore: 0,
    createdAt: new Date(server().clock.at).toISOString(),
    network: 'all',
    dark: null,
    hasBank: false,
  });
});

test('a sign-up keeps where its player came from, in plain words alone', async () => {
  const ours = { social: 'Instagram', source: 'spring 2027' };
  const theirs = { social: '<script>', source: 'x'.repeat(500) };
  for (const [phone, arrival, kept] of [
    ['2348031110514', ours, ours],
    ['2348031110614', theirs, { social: null, source: null }],
    ['2348031110714', {}, { social: null, source: null }],
  ] as const) {
    expect((await signUp({ ...ADA, phone, ...arrival })).status).toBe(200);
    const row = server().db.selectFrom('players').select(['social', 'source']);
    expect(await row.where('phone', '=', phone).executeTakeFirst()).toEqual(kept);
  }
});

test('a known number is found in every form it is typed or linked in', async () => {
  const { id } = await server().signUp({ phone: '08031110114' });
  for (const form of ['08031110114', '8031110114', '2348031110114', '0803%20111%200114']) {
    const reply = await server().lookUp(form);
    expect(reply.body, form).toMatchObject({ status: true, data: { id: String(id) } });
    expect(reply.body.meta?.token, form).toHaveLength(43);
  }
});

test('an unknown number is an expected no', async () => {
  const reply = await server().lookUp('09019999999');
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({ status: false, data: null, code: 'user/unknown' });
  expect(reply.body.meta).toBeUndefined();
});

test.each([
  ['0803111001', 'Enter a Nigerian mobile number'],
  ['080311100', 'Phone number must be 10 or 11 digits'],
  ['080311100145', 'Phone number must be 10 or 11 digits'],
  ['0803111OO14', 'Phone number must be 10 or 11 digits'],
  ['447911123456', 'Phone number must be 10 or 11 digits'],
  ['4479111234567', 'Phone number must be 10 or 11 digits'],
  ['01031110014', 'Enter a Nigerian mobile number'],
  ["'; drop table players; --", 'Phone number must be 10 or 11 digits'],
])('the number %s is refused with its message', async (phone, message) => {
  const looked = await expectRefused(
    server(),
    () => server().lookUp(encodeURIComponent(phone)),
    422,
    'phone/invalid',
  );
  expect(looked.body.message).toContain(message);
  await expectRefused(server(), () => signUp({ ...ADA, phone }), 422, 'phone/invalid');
});

test.each([
  ['an empty username', { name: '  ' }, 'username/invalid'],
  ['a username of eleven characters', { name: 'abcdefghijk' }, 'username/invalid'],
  ['a username with markup', { name: '<b>ada' }, 'username/invalid'],
  ['a username with a right-to-left mark', { name: 'a\u202Eda' }, 'username/invalid'],
  ['a username of 300 characters', { name: 'a'.repeat(300) }, 'request/invalid'],
  ['no username', { name: undefined }, 'request/invalid'],
  ['an email without an at-sign', { email: 'ada.example.com' }, 'email/invalid'],
  ['an email of 400 characters', { email: `${'a'.repeat(400)}@b.ng` }, 'request/invalid'],
  ['an unknown platform', { platform: 'web' }, 'request/invalid'],
  ['a number as phone', { phone: 8031110014 }, 'request/invalid'],
  ['a proof of another type', { proof: 7 }, 'request/invalid'],
  ['a proof of 301 characters', { proof: 'a'.repeat(301) }, 'request/invalid'],
])('%s is refused', async (_what, wrong, code) => {
  const body = { ...ADA, phone: server().newPhone(), ...wrong };
  const reply = await expectRefused(server(), () => signUp(body), 422, code);
  if (code === 'request/invalid') expect(reply.body.message).toContain(Object.keys(wrong)[0]);
});

test('a number has one account', async () => {
  const { phone } = await server().signUp();
  await expectRefused(server(), () => signUp({ ...ADA, phone }), 409, 'user/exists');
  const international = `234${phone.slice(1)}`;
  await expectRefused(server(), () => signUp({ ...ADA, phone: international }), 409, 'user/exists');
});

test('two sign-ups of one number at once make one account', async () => {
  const body = { ...ADA, phone: server().newPhone() };
  const replies = await Promise.all([signUp(body, newKey()), signUp(body, newKey())]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test("the record of a sign-up holds only the player's id", async () => {
  const body = { ...ADA, phone: server().newPhone() };
  const key = newKey();
  const { data } = (await signUp(body, key)).body as { data: { id: string } };
  const { db } = server();
  const record = await db
    .selectFrom('idempotency_records')
    .select('reply')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  expect(record.reply).toEqual({ playerId: Number(data.id) });
  await forceWallet(db, +data.id, { coins: 7 });
  expect((await signUp(body, key)).body.data).toMatchObject({ id: data.id, pointBalance: 7 });
});

test('a sign-up whose reply was dropped gives the same player again, but no session', async () => {
  const body = { ...ADA, phone: server().newPhone() };
  const key = newKey();
  const first = await signUp(body, key);
  const before = await server().snapshot();
  const repeat = await signUp(body, key);
  expect(repeat.status).toBe(200);
  expect(repeat.body).toEqual({ status: true, data: first.body.data });
  expect(await server().snapshot()).toEqual(before);
});

test('the address with and without its last slash is the same call', async () => {
  const body = { ...ADA, phone: server().newPhone() };
  const headers = { 'idempotency-key': newKey() };
  const first = await server().call('POST', '/user', { body, headers });
  const repeat = await server().call('POST', '/user/', { body, headers });
  expect(repeat.body.data).toEqual(first.body.data);
});

test.each([
  ['08050000114', 'glo'],
  ['07050000114', 'glo'],
  ['09150000114', 'glo'],
  ['08130000114', 'all'],
])(
  'the prefix of %s belongs to the network %s, whatever the phone says',
  async (phone, network) => {
    const reply = await signUp({ ...ADA, phone, network: 'mtn' });
    expect(reply.body.data).toMatchObject({ network });
  },
);
