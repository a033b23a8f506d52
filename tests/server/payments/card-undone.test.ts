import { expect, test } from 'vitest';
import { testServer } from '../../support/server.ts';
import { chargeOf, expected, PACK, reportsOf, stateOf, success, webhook } from './card-calls.ts';

const server = testServer();

async function aPaidPack() {
  const player = await server().signUp();
  const reference = await expected(player);
  await webhook(server(), success(chargeOf(player, reference)));
  return { player, reference };
}

const send = (event: string, data: object) => webhook(server(), JSON.stringify({ event, data }));

const refundOf = (reference: string, amount: number | string = PACK.totalKobo) => ({
  status: 'processed',
  transaction_reference: reference,
  amount,
  currency: 'NGN',
});

const disputeOf = (reference: string, other: object = {}) => ({
  id: 1,
  refund_amount: PACK.totalKobo,
  currency: 'NGN',
  transaction: { reference, amount: PACK.totalKobo, currency: 'NGN' },
  ...other,
});

test.each([PACK.totalKobo, String(PACK.totalKobo)])(
  'a refund of %j that the provider tells of takes the payment back, once',
  async (amount) => {
    const { player, reference } = await aPaidPack();
    for (const _again of [1, 2, 3]) {
      expect((await send('refund.processed', refundOf(reference, amount))).status).toBe(200);
    }
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('refunded');
    expect(await reportsOf(server(), reference)).toHaveLength(3);
  },
);

test('a dispute takes the payment back, and its end nothing more', async () => {
  const { player, reference } = await aPaidPack();
  await send('charge.dispute.create', disputeOf(reference, { refund_amount: null }));
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('reversed');
  const before = await server().db.selectFrom('ledger_movements').select('id').execute();
  await send('charge.dispute.resolve', disputeOf(reference, { resolution: 'merchant-accepted' }));
  expect(await server().db.selectFrom('ledger_movements').select('id').execute()).toEqual(before);
});

test('a declined dispute is left for the operator to check', async () => {
  const { player, reference } = await aPaidPack();
  await send('charge.dispute.resolve', disputeOf(reference, { resolution: 'declined' }));
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
  expect(await reportsOf(server(), reference)).toMatchObject([{ what: 'charge.dispute.resolve' }]);
});

test.each([
  ['a kobo less', { amount: PACK.totalKobo - 1 }],
  ['a kobo more', { amount: PACK.totalKobo + 1 }],
  ['another currency', { currency: 'GHS' }],
  ['no sum', { amount: null }],
])('a refund of %s is kept for the operator and takes nothing', async (_what, other) => {
  const { player, reference } = await aPaidPack();
  await send('refund.processed', { ...refundOf(reference), ...other });
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await reportsOf(server(), reference)).toMatchObject([
    { what: 'refund.processed, mismatched' },
  ]);
});

test('a refund of a payment that is pending, or that nobody expected, takes nothing', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await send('refund.processed', refundOf(reference));
  expect(await stateOf(server(), reference)).toBe('pending');
  await send('refund.processed', refundOf('FOM-of-nobody'));
  expect(await reportsOf(server(), 'FOM-of-nobody')).toMatchObject([{ what: 'refund.processed' }]);
});

test("the payer's identity in the provider's notice is not stored", async () => {
  const { reference } = await aPaidPack();
  const customer = { first_name: 'Zuleikha', email: 'zuleikha@example.ng', phone: '08030000055' };
  const card = { authorization_code: 'AUTH_x', last4: '4081', account_name: 'Zuleikha Bello' };
  const transaction = { reference, authorization: card, customer, ip_address: '10.1.2.3' };
  const evidence = { customer_name: 'Zuleikha', customer_email: 'zuleikha@example.ng' };
  const log = { history: [{ message: 'Typed zuleikha@example.ng' }] };
  const history = [{ status: 'pending', by: 'zuleikha@example.ng' }];
  const messages = [{ sender: 'zuleikha@example.ng', body: 'I was charged twice' }];
  const said = { customer, evidence, log, history, messages, transaction, last4: '4081' };
  await send('charge.dispute.remind', { ...said, status: 'pending', amount: 1 });
  expect(await reportsOf(server(), reference)).toEqual([
    {
      what: 'charge.dispute.remind',
      body: { status: 'pending', amount: 1, transaction: { reference } },
    },
  ]);
});
