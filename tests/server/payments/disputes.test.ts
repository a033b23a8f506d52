import { expect, test } from 'vitest';
import { readClaims } from '../../../server/payments/claims.ts';
import { noteRefund, reversePayment } from '../../../server/payments/take-back.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, PACK, reportsOf, stateOf, success, webhook } from './card-calls.ts';
import { periodsOf, spend } from './undone-calls.ts';

const server = testServer();

async function aPaid(
  player: TestPlayer,
  product: string = PACK.product,
  kobo: number = PACK.totalKobo,
) {
  const reference = await expected(player, { product });
  await webhook(server(), success({ ...chargeOf(player, reference), amount: kobo }));
  expect(await stateOf(server(), reference)).toBe('paid');
  return reference;
}

/** The provider's notice of a dispute of a payment, as it sends it. */
function disputeOf(reference: string, { id = 358950, amount = PACK.totalKobo as number } = {}) {
  const transaction = { reference, amount, currency: 'NGN' };
  const about = { id, currency: 'NGN', domain: 'live', transaction, transaction_reference: null };
  const tell = async (event: string, data: object) => {
    const payload = JSON.stringify({ event, data: { ...about, ...data } });
    expect((await webhook(server(), payload)).status).toBe(200);
  };
  const end = (resolution: string, refund_amount: number | null) =>
    tell('charge.dispute.resolve', { status: 'resolved', resolution, refund_amount });
  return {
    create: () =>
      tell('charge.dispute.create', {
        status: 'awaiting-merchant-feedback',
        resolution: null,
        refund_amount: amount,
      }),
    win: (refund: number | null = 0) => end('declined', refund),
    lose: () => end('merchant-accepted', amount),
  };
}

const inLedger = () =>
  server()
    .db.transaction()
    .execute((trx) =>
      trx
        .selectFrom('ledger_postings')
        .select(({ fn }) => ['account', 'unit', fn.sum<string>('amount').as('sum')])
        .where('account', 'like', 'house:%')
        .groupBy(['account', 'unit'])
        .orderBy('account')
        .execute(),
    );

test.each([0, null, PACK.totalKobo])(
  'coins taken by a dispute come back when it is declined, once (its refund: %j)',
  async (refund) => {
    const player = await server().signUp();
    const reference = await aPaid(player);
    const books = await inLedger();
    const dispute = disputeOf(reference);
    for (const _again of [1, 2]) await dispute.create();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('reversed');
    for (const _again of [1, 2]) await dispute.win(refund);
    await dispute.create();
    await dispute.lose();
    expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
    expect(await stateOf(server(), reference)).toBe('paid');
    expect(await inLedger()).toEqual(books);
    expect(await reportsOf(server(), reference)).toHaveLength(6);
  },
);

test('passbook, history and consent are right again', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const dispute = disputeOf(reference);
  await dispute.create();
  await dispute.win();
  const { data } = (await player.get('/payments/passbook')).body as unknown as {
    data: { rows: object[]; month: object };
  };
  expect(data.rows).toMatchObject([
    { reason: 'payment-returned', coins: 750, balance: 750, reference, way: 'card' },
    { reason: 'payment-reversed', coins: -750, balance: 0, reference, way: 'card' },
    { reason: 'coins-bought', coins: 750, balance: 750, reference, way: 'card' },
  ]);
  expect((await player.get('/payments')).body.data).toHaveLength(1);
  expect((await player.get('/payments/consents')).body.data).toMatchObject([
    { reference, state: 'paid' },
  ]);
});

test('the coins that were left come back, and the claim of the rest closes', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  await spend(server(), player, 200);
  const dispute = disputeOf(reference);
  await dispute.create();
  const at = new Date(server().clock.at).toISOString();
  expect(await readClaims(server().db, player.id)).toEqual([{ reference, coins: 200, at }]);
  const { data } = (await player.get('/payments/passbook')).body as unknown as {
    data: { claims: object[] };
  };
  expect(data.claims).toEqual([{ reference, coins: 200, at }]);
  await dispute.win();
  expect(await player.wallet()).toEqual({ coins: 550, held: 0 });
  expect(await readClaims(server().db, player.id)).toEqual([]);
});

test('a period runs on for what it had left, behind what was bought since', async () => {
  const player = await server().signUp();
  const first = await aPaid(player, 'plan-weekly');
  const dispute = disputeOf(first);
  server().clock.at += 2 * DAY_MS;
  await dispute.create();
  expect((await player.user()).isActive).toBe(false);
  server().clock.at += DAY_MS;
  const second = await aPaid(player, 'plan-daily', 5_075);
  const { at } = server().clock;
  await dispute.win();
  expect(await periodsOf(player)).toMatchObject([
    { reference: first },
    { reference: second, starts_at: new Date(at), ends_at: new Date(at + DAY_MS) },
    { reference: first, starts_at: new Date(at + DAY_MS), ends_at: new Date(at + 6 * DAY_MS) },
  ]);
  server().clock.at += 3 * DAY_MS;
  const again = disputeOf(first, { id: 2 });
  await again.create();
  await again.win();
  expect((await periodsOf(player)).at(-1)).toEqual({
    reference: first,
    starts_at: new Date(server().clock.at),
    ends_at: new Date(server().clock.at + 3 * DAY_MS),
  });
  expect((await player.user()).isActive).toBe(true);
});

test('a period that was taken and given back before it could run is whole again', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player, 'plan-weekly');
  const whole = await periodsOf(player);
  const dispute = disputeOf(reference);
  await dispute.create();
  await dispute.win();
  expect(await periodsOf(player)).toEqual(whole);
});

test('a dispute won before its notice arrived takes nothing', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const [books, periods] = [await inLedger(), await periodsOf(player)];
  const dispute = disputeOf(reference);
  await dispute.win();
  await dispute.create();
  expect([await inLedger(), await periodsOf(player)]).toEqual([books, periods]);
  expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
  expect(await stateOf(server(), reference)).toBe('paid');
});

test('a lost dispute takes the coins, whenever its notice arrives, and never returns them', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const dispute = disputeOf(reference);
  await dispute.lose();
  await dispute.create();
  await dispute.win();
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('reversed');
});

test('with two disputes both must be won', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const [one, two] = [disputeOf(reference, { id: 1 }), disputeOf(reference, { id: 2 })];
  await one.create();
  await two.create();
  await one.win();
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  await two.win();
  expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
});

test('returned coins can be disputed and refunded again', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const books = await inLedger();
  for (const id of [1, 2]) {
    await spend(server(), player, 100 * id);
    const dispute = disputeOf(reference, { id });
    await dispute.create();
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    await dispute.win();
  }
  expect(await player.wallet()).toEqual({ coins: 450, held: 0 });
  const sales = (rows: Awaited<ReturnType<typeof inLedger>>) =>
    rows.filter(({ unit }) => unit === 'kobo');
  expect(sales(await inLedger())).toEqual(sales(books));
  const payload = { transaction_reference: reference, amount: PACK.totalKobo, currency: 'NGN' };
  const refund = { event: 'refund.processed', data: { status: 'processed', ...payload } };
  await webhook(server(), JSON.stringify(refund));
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('refunded');
  expect(await readClaims(server().db, player.id)).toMatchObject([{ coins: 300 }]);
});

test.each([
  ['an operator took back', reversePayment, 'reversed'],
  ['goes back to the card', noteRefund, 'reversed'],
] as const)('what %s stays so when a dispute is won', async (_what, undo, state) => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const dispute = disputeOf(reference);
  if (undo === noteRefund) await dispute.create();
  await server()
    .db.transaction()
    .execute((trx) => undo(trx, reference, server().clock.at));
  await dispute.create();
  await dispute.win();
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe(state);
});

test('a decision for a partial refund is left for the operator to check', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const dispute = disputeOf(reference);
  await dispute.create();
  await dispute.win(5_000);
  expect(await stateOf(server(), reference)).toBe('reversed');
  expect((await reportsOf(server(), reference)).at(-1)).toMatchObject({
    what: 'charge.dispute.resolve, mismatched',
  });
});

test('told at once and often, it is given back once', async () => {
  const player = await server().signUp();
  const reference = await aPaid(player);
  const dispute = disputeOf(reference);
  await dispute.create();
  await Promise.all([1, 2, 3, 4].map(() => dispute.win()));
  expect(await player.wallet()).toEqual({ coins: PACK.coins, held: 0 });
});
