import { describe, expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { htmlProblems } from '../../support/valid-html.ts';

describe('campaigns', () => {
  const server = testServer({ env: { VISITS_PER_HOUR: '3' } });

  const VISIT = { msisdn: '2348030000014', referer: 'radio', txnId: 'txn-1' };

  let address = 1;

  /** Each call comes from an address of its own, unless it says otherwise. */
  const visit = (body: unknown, headers = {}, from = `198.51.100.${address++}`) =>
    server().call('POST', '/campaigns', { body: body as object, headers, from });

  const visits = () =>
    server().db.selectFrom('campaign_visits').selectAll().orderBy('id').execute();

  test('a visit by a campaign’s link is noted, without a token', async () => {
    const reply = await visit(VISIT);
    expect(reply).toMatchObject({ status: 200, body: { status: true, data: null } });
    expect((await visits()).at(-1)).toMatchObject({
      msisdn: '2348030000014',
      referer: 'radio',
      txn_id: 'txn-1',
      created_at: new Date(server().clock.at),
    });
  });

  test('a link without a number is noted too', async () => {
    expect((await visit({ ...VISIT, msisdn: '' })).body).toEqual({ status: true, data: null });
  });

  test('a visit that is sent again with its key is noted once', async () => {
    const headers = { 'idempotency-key': newKey() };
    const before = (await visits()).length;
    for (const _again of [1, 2]) expect((await visit(VISIT, headers)).status).toBe(200);
    expect(await visits()).toHaveLength(before + 1);
    const other = () => visit({ ...VISIT, txnId: 'other' }, headers);
    await expectRefused(server(), other, 422, 'idempotency/mismatch');
  });

  test('an address is noted so many times an hour; a repeat counts for none', async () => {
    const from = '203.0.113.9';
    const headers = { 'idempotency-key': newKey() };
    for (const _again of [1, 2, 3, 4]) {
      expect((await visit(VISIT, headers, from)).status).toBe(200);
    }
    for (const _other of [2, 3]) expect((await visit(VISIT, {}, from)).status).toBe(200);
    await expectRefused(server(), () => visit(VISIT, {}, from), 429, 'rate/limited');
    expect((await visit(VISIT, headers, from)).status).toBe(200);
    expect((await visit(VISIT)).status).toBe(200);
  });

  test.each([
    ['no number', { msisdn: undefined }],
    ['a number of another type', { msisdn: 2348030000014 }],
    ['letters in the number', { msisdn: '23480abc' }],
    ['markup in the number', { msisdn: '<b>1' }],
    ['a number that is too long', { msisdn: '2'.repeat(16) }],
    ['repeated numbers', { msisdn: ['1', '2'] }],
    ['no referer', { referer: undefined }],
    ['an empty referer', { referer: '' }],
    ['a referer that is too long', { referer: 'a'.repeat(101) }],
    ['a null byte', { referer: 'a\0b' }],
    ['a right-to-left mark', { txnId: 'a\u202Eb' }],
    ['no transaction', { txnId: undefined }],
    ['a transaction of another type', { txnId: { $ne: 1 } }],
  ])('a visit with %s is refused', async (_what, wrong) => {
    const reply = await expectRefused(
      server(),
      () => visit({ ...VISIT, ...wrong }),
      422,
      'request/invalid',
    );
    expect(reply.body.message).toContain(Object.keys(wrong)[0]);
  });

  test('a false token is of no matter', async () => {
    expect((await visit(VISIT, { authorization: 'Bearer false' })).status).toBe(200);
  });
});

describe('contact', () => {
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
});

describe('where the configuration allows it', () => {
  const server = testServer({ env: { API_DOCS: 'on' } });

  test('the contract is there to read, without a script or another host', async () => {
    const { statusCode, headers, body } = await server().app.inject('/api/docs');
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none';style-src 'sha256-[^;]+';frame-ancestors 'none';base-uri 'none';form-action 'none'$/,
    );
    expect(body).toContain('POST /api/v2/points');
    expect(body).toContain('round/expired: The result came after the round could be counted.');
    expect(body).toContain('<a href="#User">User</a>');
    expect(body).not.toMatch(/<script|https?:/);
    expect(await htmlProblems(body)).toEqual([]);
  });

  test('the contract is there for tools', async () => {
    const { statusCode, body } = await server().app.inject('/api/docs/openapi.json');
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' });
  });
});

describe('otherwise', () => {
  const server = testServer();

  test.each(['/api/docs', '/api/docs/openapi.json'])('nothing is at %s', async (url) => {
    const { statusCode, body } = await server().app.inject(url);
    expect(statusCode).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'route/unknown' });
  });
});
