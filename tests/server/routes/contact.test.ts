import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

const server = testServer({ env: { MESSAGES_PER_HOUR: '3' } });
const MESSAGE = {
  email: 'ada@example.com',
  phone: '0803 000 0014',
  subject: 'Coins',
  message: 'Where are\nmy coins? <b>Now</b> ⚽',
  type: 'Football Mastermind',
};

let address = 1;
/** Each call comes from an address of its own, unless it says otherwise. */
const write = (body: object, { headers = {}, from = `198.51.100.${address++}` } = {}) =>
  server().call('POST', '/contact', { api: '/api/v1', body, headers, from });
const messages = () =>
  server().db.selectFrom('contact_messages').selectAll().orderBy('id').execute();

test('a message is kept as it was written', async () => {
  const reply = await write(MESSAGE);
  expect(reply.status).toBe(200);
  expect(reply.body).toEqual({ status: true, data: null, message: 'Email sent successfully' });
  expect((await messages()).at(-1)).toEqual({
    ...MESSAGE,
    id: expect.any(Number),
    player_id: null,
    created_at: new Date(server().clock.at),
  });
});

test('a player’s message names the player; an invalid token is ignored', async () => {
  const { id, token } = await server().signUp();
  await write(MESSAGE, { headers: { authorization: `Bearer ${token}` } });
  expect((await messages()).at(-1)).toMatchObject({ player_id: id });
  const reply = await write(MESSAGE, { headers: { authorization: 'Bearer false' } });
  expect(reply.status).toBe(200);
  expect((await messages()).at(-1)).toMatchObject({ player_id: null });
});

test('a message that waited is taken once, also after a logout', async () => {
  const { token } = await server().signUp();
  const key = { 'idempotency-key': newKey() };
  const before = (await messages()).length;
  await write(MESSAGE, { headers: { ...key, authorization: `Bearer ${token}` } });
  const repeat = await write(MESSAGE, { headers: key });
  expect(repeat.body).toMatchObject({ status: true, message: 'Email sent successfully' });
  expect(await messages()).toHaveLength(before + 1);
  const other = () => write({ ...MESSAGE, subject: 'Other' }, { headers: key });
  await expectRefused(server(), other, 422, 'idempotency/mismatch');
});

test('an address writes so many messages an hour; a repeat counts for none', async () => {
  const from = '203.0.113.9';
  const headers = { 'idempotency-key': newKey() };
  server().clock.at += 3_600_000;
  for (let sent = 0; sent < 3; sent += 1) {
    const reply = await write(MESSAGE, sent === 0 ? { from, headers } : { from });
    expect(reply.status).toBe(200);
  }
  const refused = await expectRefused(
    server(),
    () => write(MESSAGE, { from }),
    429,
    'rate/limited',
  );
  const left = Number(refused.headers['retry-after']);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(3600);
  expect((await write(MESSAGE, { from, headers })).status).toBe(200);
  expect((await write(MESSAGE)).status).toBe(200);
  server().clock.at += left * 1000;
  expect((await write(MESSAGE, { from })).status).toBe(200);
});

test.each([
  ['no email', { email: undefined }],
  ['an email without an at-sign', { email: 'ada.example.com' }],
  ['an email of 300 characters', { email: `${'a'.repeat(300)}@b.ng` }],
  ['no phone', { phone: '' }],
  ['a phone of letters', { phone: 'call me' }],
  ['a phone of another type', { phone: 8030000014 }],
  ['an empty subject', { subject: ' ' }],
  ['a subject of 121 characters', { subject: 'a'.repeat(121) }],
  ['no message', { message: undefined }],
  ['a message of blanks', { message: ' \n ' }],
  ['a message of 2001 characters', { message: 'a'.repeat(2001) }],
  ['a null byte', { message: 'a\0b' }],
  ['no type', { type: undefined }],
  ['a type that is too long', { type: 'a'.repeat(41) }],
  ['a list as type', { type: ['a'] }],
])('a message with %s is refused', async (_what, wrong) => {
  const call = () => write({ ...MESSAGE, ...wrong });
  const reply = await expectRefused(server(), call, 422, 'request/invalid');
  expect(reply.body.message).toContain(Object.keys(wrong)[0]);
});

test('the longest subject and message are taken', async () => {
  const longest = { ...MESSAGE, subject: 'a'.repeat(120), message: 'b'.repeat(2000) };
  expect((await write(longest)).status).toBe(200);
});

test('the product’s API has no such call', async () => {
  const call = () => server().call('POST', '/contact', { body: MESSAGE });
  await expectRefused(server(), call, 404, 'route/unknown');
});
