import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  booksOf,
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  pay,
  prompted,
  readStatus,
  resend,
} from '../payments/collection-calls.ts';

const server = testServer();

test.each([
  ['54', 'SmartCash'],
  ['55', 'MoMo'],
])('a number that ends in %s is of %s and pays at the second question', async (end, platform) => {
  const player = await server().signUp();
  const msisdn = newNumber(end);
  const wallet = await lookUp(player, msisdn);
  expect(wallet.body.data).toEqual({
    firstName: 'Ada',
    middleName: null,
    lastName: 'O.',
    msisdn,
    accountId: expect.any(String),
    platform,
  });
  const order = await newOrder(player, { msisdn });
  expect(order).toMatchObject({ operatorCharge: 2.5, serviceCharge: 1.5, totalAmount: 204 });
  const paid = await pay(player, order, newKey());
  expect(paid.body).toEqual({
    status: true,
    data: { reference: order.reference, resendAfter: 40 },
    message: 'Transaction queued',
  });
  const first = await readStatus(player, order.reference);
  expect(first.body).toEqual({ status: true, data: { status: 'pending', user: null } });
  expect(await player.wallet()).toMatchObject({ coins: 0 });
  const second = await readStatus(player, order.reference);
  expect(second.body).toMatchObject({
    status: true,
    data: { status: 'success', user: { isActive: true, pointBalance: 1000 } },
    meta: { token: player.token },
  });
  expect((await readStatus(player, order.reference)).body.data).toMatchObject({
    status: 'success',
  });
  expect(await player.wallet()).toMatchObject({ coins: 1000 });
});

test('a pack of coins is bought while a plan runs', async () => {
  const player = await server().subscriber();
  const order = await prompted(player, { product: 'coins-100', amount: 100 });
  await readStatus(player, order.reference);
  const { body } = await readStatus(player, order.reference);
  expect(body.data).toMatchObject({ status: 'success', user: { pointBalance: 1750 } });
});

test('both of the player’s yeses are kept, and the money is in the ledger with its charges', async () => {
  const player = await server().signUp();
  const order = await prompted(player);
  await readStatus(player, order.reference);
  server().clock.at += 7_000;
  await readStatus(player, order.reference);
  const { db } = server();
  const consents = await db
    .selectFrom('consents')
    .select(['step', 'phone', 'kobo', 'fee_kobo', 'door', 'said_at'])
    .where('reference', '=', order.reference)
    .orderBy('step')
    .execute();
  const at = server().clock.at;
  const [kobo, fee_kobo] = [20_000, 400];
  const own = { step: 1, phone: `234${player.phone.slice(1)}`, door: 'unknown' };
  expect(consents).toEqual([
    { ...own, kobo, fee_kobo, said_at: new Date(at - 7_000) },
    { step: 2, phone: order.msisdn, door: 'doi', kobo, fee_kobo, said_at: new Date(at) },
  ]);
  const postings = await db
    .selectFrom('ledger_postings')
    .innerJoin('ledger_movements', 'ledger_movements.id', 'movement_id')
    .select(['account', 'amount'])
    .where('key', '=', `payment:${order.reference}`)
    .where('unit', '=', 'kobo')
    .execute();
  expect(Object.fromEntries(postings.map(({ account, amount }) => [account, amount]))).toEqual({
    'house:clearing:mobile-money': 20_400,
    'house:sales': -20_000,
    'house:fees': -400,
  });
});

test('a number that ends in 00 is not registered', async () => {
  const player = await server().signUp();
  const msisdn = newNumber('00');
  const message = `${msisdn} is not registered on Airtel Smartcash or MTN MoMo`;
  for (const reply of [await lookUp(player, msisdn), await chargesOn(player, msisdn, 200)]) {
    const code = 'mobile-money/not-registered';
    expect(reply).toMatchObject({ status: 200, body: { status: false, message, code } });
  }
});

test('a number that ends in 94 is refused, whatever is asked after', async () => {
  const player = await server().signUp();
  const order = await newOrder(player, { msisdn: newNumber('94') });
  const key = newKey();
  for (const _sending of [1, 2]) {
    const reply = await pay(player, order, key);
    expect(reply.body).toEqual({
      status: false,
      data: null,
      message: 'Unable to complete at the moment',
      code: 'mobile-money/refused',
    });
  }
  expect(await booksOf(player, order.reference)).toMatchObject({ state: 'refused', coins: 0 });
  expect((await readStatus(player, order.reference)).body.data).toMatchObject({ status: 'failed' });
});

test('a number that ends in 95 fails after it was prompted', async () => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber('95') });
  expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'pending' });
  const failed = await readStatus(player, reference);
  expect(failed.body).toEqual({
    status: true,
    data: { status: 'failed', user: null },
    message: 'Unable to complete at the moment',
  });
  expect(await booksOf(player, reference)).toMatchObject({ state: 'failed', coins: 0 });
  const late = await resend(player, reference);
  expect(late.body).toMatchObject({ status: false, code: 'mobile-money/refused' });
});

test('a number that ends in 96 finds the service down', async () => {
  const player = await server().signUp();
  const msisdn = newNumber('96');
  const calls = [() => lookUp(player, msisdn), () => chargesOn(player, msisdn, 200)];
  for (const call of calls) await expectRefused(server(), call, 502, 'mobile-money/unavailable');
});

test.each(['97', '98', '99'])('a number that ends in %s is never confirmed', async (ending) => {
  const player = await server().signUp();
  const { reference } = await prompted(player, { msisdn: newNumber(ending) });
  for (const _look of [1, 2, 3, 4]) {
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'pending' });
  }
  expect(await booksOf(player, reference)).toMatchObject({ state: 'pending', coins: 0 });
});

test('a payment is its player’s alone, and none is found by another reference', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  const { reference } = await prompted(player);
  const unknown = ['FOM-000000000000000000', 'FOM-1', '%00', reference.toLowerCase()];
  for (const given of unknown) {
    await expectRefused(server(), () => readStatus(player, given), 404, 'payment/unknown');
    await expectRefused(server(), () => resend(player, given), 404, 'payment/unknown');
  }
  await expectRefused(server(), () => readStatus(other, reference), 404, 'payment/unknown');
  await expectRefused(server(), () => resend(other, reference), 404, 'payment/unknown');
});

test('nobody pays without signing in', async () => {
  const path = `/collections/search?msisdn=${newNumber()}`;
  const call = () => server().call('GET', path, { api: '/mobile-money' });
  await expectRefused(server(), call, 401, 'session/required');
});
