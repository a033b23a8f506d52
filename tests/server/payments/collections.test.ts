import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import {
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  newReference,
  type Order,
  pay,
  prompted,
  readStatus,
} from './collection-calls.ts';

const server = testServer();

test.each([
  ['54', 99, 'the minimum amount is ₦100'],
  ['55', 49, 'the minimum amount is ₦50'],
])('below the least of a number that ends in %s nothing is paid', async (end, amount, message) => {
  const player = await server().signUp();
  const msisdn = newNumber(end);
  const order = { ...(await newOrder(player, { msisdn })), product: `coins-${amount}`, amount };
  const calls = [() => chargesOn(player, msisdn, amount), () => pay(player, order)];
  for (const call of calls) {
    const reply = await expectRefused(server(), call, 422, 'mobile-money/too-little');
    expect(reply.body.message).toBe(message);
  }
});

test('by MoMo ₦50 is enough to ask about', async () => {
  const player = await server().signUp();
  const { body } = await chargesOn(player, newNumber('55'), 50);
  expect(body.data).toEqual({ operatorCharge: 0.63, serviceCharge: 0.38 });
});

test('an amount has to be given', async () => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const calls = [
    () => chargesOn(player, order.msisdn, ''),
    () => pay(player, { ...order, amount: 0 }),
  ];
  for (const call of calls) {
    const reply = await expectRefused(server(), call, 422, 'request/invalid');
    expect(reply.body.message).toBe('Input amount');
  }
});

test.each(['100.5', '1e2', '-100', '0', '0100', '12345678', 'NaN', '%F0%9F%98%80'])(
  'charges on %s are not asked for',
  async (amount) => {
    const player = await server().signUp();
    const call = () => chargesOn(player, newNumber(), amount);
    await expectRefused(server(), call, 422, 'request/invalid');
  },
);

test.each<[string, Record<string, unknown>]>([
  ['a fraction', { amount: 200.5 }],
  ['a negative amount', { amount: -200 }],
  ['an amount as text', { amount: '2e2' }],
  ['an amount that is none', { amount: null }],
  ['a negative charge', { operatorCharge: -2.5 }],
  ['a reference of another make', { reference: 'FOM-1' }],
  ['a product of another make', { product: 'coins-1e2' }],
  ['a handle without end', { accountId: 'x'.repeat(201) }],
])('%s is not paid', async (_what, wrong) => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const call = () => pay(player, { ...order, ...wrong } as Partial<Order>);
  await expectRefused(server(), call, 422, 'request/invalid');
});

test.each(['0803000005', '080300000554', '2348030000', '0803000OO55', ''])(
  'the number %s has not 11 digits',
  async (msisdn) => {
    const player = await server().signUp();
    const order = { ...(await newOrder(player)), msisdn };
    const calls = [
      () => lookUp(player, msisdn),
      () => chargesOn(player, msisdn, 200),
      () => pay(player, order),
    ];
    for (const call of calls) {
      const reply = await expectRefused(server(), call, 422, 'request/invalid');
      expect(reply.body.message).toContain('11 digits');
    }
  },
);

test.each<[string, (order: Order) => Partial<Order>]>([
  ['a lower charge', (order) => ({ operatorCharge: order.operatorCharge - 0.01 })],
  ['no charge of the service', (order) => ({ serviceCharge: order.serviceCharge - 1.5 })],
  ['another total', (order) => ({ totalAmount: order.totalAmount - 4 })],
  ['charges the other way round', () => ({ operatorCharge: 1.5, serviceCharge: 2.5 })],
  ['another amount than the product costs', () => ({ amount: 100, totalAmount: 102 })],
  ['a handle that nobody gave', (order) => ({ accountId: `${order.accountId.slice(1)}A` })],
  ['the account itself in the handle’s place', (order) => ({ accountId: `SBX-${order.msisdn}` })],
  ['the handle of another number', () => ({ msisdn: newNumber() })],
  ['a number without a wallet', () => ({ msisdn: newNumber('00') })],
])('%s is a mismatch: nothing is asked for', async (_what, change) => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const call = () => pay(player, { ...order, ...change(order) }, newKey());
  await expectRefused(server(), call, 409, 'payment/mismatch');
});

test('a handle is good for the player who looked the number up alone', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  const msisdn = newNumber();
  const [own, foreign] = [await newOrder(player, { msisdn }), await newOrder(other, { msisdn })];
  expect(own.accountId).not.toBe(foreign.accountId);
  const call = () => pay(player, { ...own, accountId: foreign.accountId });
  await expectRefused(server(), call, 409, 'payment/mismatch');
});

test.each(['coins-300', 'coins-500', 'coins-1000'])(
  '%s is on offer by card only',
  async (product) => {
    const player = await server().signUp();
    const amount = Number(product.slice(6));
    const order = await newOrder(player, { product, amount });
    await expectRefused(server(), () => pay(player, order), 422, 'product/unknown');
  },
);

test('a plan is not paid for while one runs', async () => {
  const player = await server().subscriber();
  const order = await newOrder(player);
  await expectRefused(server(), () => pay(player, order), 409, 'subscription/active');
});

test('a reference is of one payment', async () => {
  const [player, other] = [await server().signUp(), await server().signUp()];
  const order = await prompted(player);
  const { reference } = order;
  const takenBy = [
    order,
    { ...(await newOrder(player)), reference },
    { ...(await newOrder(player, { product: 'coins-200' })), reference },
  ];
  for (const [index, taken] of takenBy.entries()) {
    const call = () => pay(index === 0 ? other : player, taken, newKey());
    await expectRefused(server(), call, 409, 'payment/reference-taken');
  }
});

test('a phone that names neither product nor reference buys what the amount is the price of', async () => {
  const player = await server().signUp();
  for (const coins of [1000, 2500]) {
    const { product: _, reference: __, ...order } = await newOrder(player);
    const [key, other] = [newKey(), newKey()];
    const { reference } = (await pay(player, order, key)).body.data as { reference: string };
    expect(reference).toMatch(/^FOM-[A-Za-z0-9]{18}$/);
    expect((await pay(player, order, key)).body.data).toMatchObject({ reference });
    if (coins === 2500)
      expect((await pay(player, order, other)).body.data).not.toEqual({ reference });
    await readStatus(player, reference);
    const { body } = await readStatus(player, reference);
    // A week first, then, while it runs, coins.
    expect(body.data).toMatchObject({ status: 'success', user: { pointBalance: coins } });
  }
});

test('a phone that is asked for a price that nothing has is told so', async () => {
  const player = await server().signUp();
  const { product: _, ...order } = await newOrder(player, { amount: 150 });
  const call = () => pay(player, { ...order, reference: newReference() });
  await expectRefused(server(), call, 422, 'product/unknown');
});
