import { expect, test } from 'vitest';
import { expectRefused, testServer } from '../../support/server.ts';
import {
  booksOf,
  newNumber,
  newReference,
  prompted,
  readStatus,
  watchService,
} from '../payments/collection-calls.ts';

const HOUR_MS = 3_600_000;
const server = testServer();

const hint = (body: object, from = '127.0.0.1') =>
  server().call('POST', '/webhooks/smart-cash/fund-wallet', { body, from });

const reportsOf = (reference: string) =>
  server()
    .db.selectFrom('payment_reports')
    .select(['what', 'body'])
    .where('reference', '=', reference)
    .execute();

const HEARD = { status: true, data: null };

test('a hint with lies credits nothing', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('98') });
  const lies = [
    { reference, amount: 204, status: 'success' },
    { reference, amount: 1_000_000, status: 'SUCCESSFUL' },
    { reference, amount: { kobo: 20_400 }, status: true },
  ];
  for (const lie of lies) expect((await hint(lie)).body).toEqual(HEARD);
  expect(await booksOf(player, reference)).toMatchObject({ state: 'pending', coins: 0 });
});

test('nor does a hint fail what the service takes', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  await hint({ reference, amount: 0, status: 'failed' });
  expect(await booksOf(player, reference)).toMatchObject({ state: 'pending' });
  await hint({ reference, amount: 0, status: 'failed' });
  expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
});

test('hints at once, beside the player’s questions, credit once', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? hint({ reference }) : readStatus(player, reference),
    ),
  );
  expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
});

test('a hint is heard while the service is down, and the payment waits', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player);
  const service = watchService(server(), async () => new Response('<html>', { status: 502 }));
  expect((await hint({ reference })).body).toEqual(HEARD);
  service.stop();
  expect(await booksOf(player, reference)).toMatchObject({ state: 'pending', coins: 0 });
});

test('a hint of a payment that nobody expected is kept, and never credited', async () => {
  const reference = newReference();
  const service = watchService(server());
  expect((await hint({ reference, amount: 204, status: '\u0000' })).body).toEqual(HEARD);
  await hint({ reference, amount: 'x'.repeat(10_000) });
  service.stop();
  expect(service.asked).toEqual([]);
  const [first, second] = await reportsOf(reference);
  expect(first).toEqual({
    what: 'wallet-hint',
    body: { amount: '204', status: '"\\u0000"' },
  });
  expect(second?.body.amount).toHaveLength(100);
  const movements = await server()
    .db.selectFrom('ledger_movements')
    .select('id')
    .where('key', '=', `payment:${reference}`)
    .execute();
  expect(movements).toEqual([]);
});

test('one address has sixty stray hints an hour; what is ours is not counted', async () => {
  const from = '203.0.113.9';
  server().clock.at += HOUR_MS;
  for (let sent = 0; sent < 60; sent += 1) await hint({ reference: newReference() }, from);
  const call = () => hint({ reference: newReference() }, from);
  await expectRefused(server(), call, 429, 'rate/limited');
  const player = await server().signUp();
  const { reference } = await prompted(player);
  expect((await hint({ reference }, from)).body).toEqual(HEARD);
});

test.each([{}, { reference: '' }, { reference: 'x'.repeat(101) }, { reference: 'FOM\u0000' }])(
  'a hint without a reference that can be one is not read: %j',
  async (body) => {
    await expectRefused(server(), () => hint(body), 422, 'request/invalid');
  },
);
