import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';

const server = testServer({ env: { VISITS_PER_HOUR: '3' } });
const VISIT = { msisdn: '2348030000014', referer: 'radio', txnId: 'txn-1' };

let address = 1;
/** Each call comes from an address of its own, unless it says otherwise. */
const visit = (body: unknown, headers = {}, from = `198.51.100.${address++}`) =>
  server().call('POST', '/campaigns', { body: body as object, headers, from });
const visits = () => server().db.selectFrom('campaign_visits').selectAll().orderBy('id').execute();

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
