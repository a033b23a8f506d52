import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, PACK, stateOf, take } from './card-calls.ts';
import {
  booksOf,
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  newReference,
  type Order,
  pay,
  prompted,
  readStatus,
  resend,
  watchService,
} from './collection-calls.ts';
import { turn } from './renewal-calls.ts';

const MINUTE_MS = 60_000;

describe('collections', () => {
  const server = testServer();

  test.each([
    ['54', 99, 'the minimum amount is ₦100'],
    ['55', 49, 'the minimum amount is ₦50'],
  ])(
    'below the least of a number that ends in %s nothing is paid',
    async (end, amount, message) => {
      const player = await server().signUp();
      const msisdn = newNumber(end);
      const order = { ...(await newOrder(player, { msisdn })), product: `coins-${amount}`, amount };
      const calls = [() => chargesOn(player, msisdn, amount), () => pay(player, order)];
      for (const call of calls) {
        const reply = await expectRefused(server(), call, 422, 'mobile-money/too-little');
        expect(reply.body.message).toBe(message);
      }
    },
  );

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
});

describe('ask collection', () => {
  const server = testServer();

  const html = () => new Response('<html>Bad gateway</html>', { status: 200 });

  const lost = async (): Promise<Response> => {
    throw new Error('the line went dead');
  };

  const says = (data: object) => Response.json({ status: true, data });

  /** The service's report on a payment of ₦204. */
  const standsAt = (reference: string, change: object = {}) =>
    says({ reference, status: 'success', amount: 204, ...change });

  test('fifty questions at once credit a payment once', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => readStatus(player, reference)),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    const stands = replies.map(({ body }) => (body.data as { status: string }).status);
    expect(stands.filter((status) => status === 'success').length).toBeGreaterThan(40);
    expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
    const plans = await server()
      .db.selectFrom('subscriptions')
      .select('ends_at')
      .where('player_id', '=', player.id)
      .execute();
    expect(plans).toHaveLength(1);
  });

  test('a service that reports a payment twice credits it once', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player);
    const service = watchService(server(), async () => standsAt(reference));
    for (const _report of [1, 2]) {
      expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
    }
    service.stop();
    expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
  });

  test.each<[string, (reference: string) => Promise<Response> | Response]>([
    ['nothing', lost],
    ['HTML', html],
    ['an empty text', () => new Response('')],
    [
      'a failure with a yes in it',
      (reference) =>
        Response.json(
          { status: true, data: { reference, status: 'success', amount: 204 } },
          { status: 500 },
        ),
    ],
    ['another payment’s reference', () => standsAt('FOM-ffffffffffffffffff')],
    ['no reference', () => says({ status: 'success', amount: 204 })],
    ['no amount', (reference) => says({ reference, status: 'success' })],
    ['part of a kobo', (reference) => standsAt(reference, { amount: 204.001 })],
    ['an amount as text', (reference) => standsAt(reference, { amount: '204' })],
    ['a status of its own', (reference) => standsAt(reference, { status: 'SUCCESS' })],
    ['that our key is not good', () => Response.json({ status: false }, { status: 401 })],
  ])('a service that answers %s has answered nothing', async (_what, answer) => {
    const player = await server().signUp();
    const { reference } = await prompted(player);
    const service = watchService(server(), async () => answer(reference));
    const call = () => readStatus(player, reference);
    const reply = await expectRefused(server(), call, 502, 'mobile-money/unavailable');
    service.stop();
    expect(reply.body.message).toBe('Unable to verify payment');
    expect(await booksOf(player, reference)).toMatchObject({ state: 'pending', coins: 0 });
    // It is asked again, and then it counts.
    await readStatus(player, reference);
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
  });

  test.each([203.99, 204.01, 0, 200, 20_400])(
    '₦%s taken in place of ₦204 credit nothing',
    async (amount) => {
      const player = await server().signUp();
      const { reference } = await prompted(player);
      const service = watchService(server(), async () => standsAt(reference, { amount }));
      for (const _look of [1, 2]) {
        const reply = await readStatus(player, reference);
        expect(reply).toMatchObject({ status: 409, body: { code: 'payment/mismatch' } });
      }
      service.stop();
      expect(await booksOf(player, reference)).toMatchObject({ state: 'mismatched', coins: 0 });
    },
  );

  test('a payment that failed and is paid after all is credited', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player);
    const answers = [standsAt(reference, { status: 'failed' }), standsAt(reference)];
    const service = watchService(server(), async () => answers.shift() ?? html());
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'failed' });
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'success' });
    service.stop();
    expect(await booksOf(player, reference)).toMatchObject({ state: 'paid', coins: 1000 });
  });

  test.each<[string, () => Promise<Response> | Response]>([
    ['is lost', lost],
    ['is HTML', html],
    ['is of another payment', () => says({ reference: 'FOM-ffffffffffffffffff' })],
  ])('a prompt whose answer %s is gone on with, not sent again', async (_what, answer) => {
    const player = await server().signUp();
    const order = await newOrder(player);
    const key = newKey();
    const service = watchService(server(), async (path, send) => {
      const taken = await send();
      return path === '/collections/pay' ? answer() : taken;
    });
    const reply = await pay(player, order, key);
    service.stop();
    expect(reply).toMatchObject({
      status: 502,
      body: { message: 'Unable to complete at the moment', code: 'mobile-money/unavailable' },
    });
    expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending', coins: 0 });
    const later = watchService(server());
    expect((await pay(player, order, key)).body).toMatchObject({ status: true });
    expect((await pay(player, order, newKey())).body).toMatchObject({ status: true });
    later.stop();
    expect(later.asked.filter(({ method }) => method === 'POST')).toEqual([]);
    const stands = await readStatus(player, order.reference);
    expect(stands.body.data).toMatchObject({ status: 'success', user: { pointBalance: 1000 } });
  });

  test('a prompt that never reached the service is sent under the same reference', async () => {
    const player = await server().signUp();
    const order = await newOrder(player);
    const service = watchService(server(), async (path, send) =>
      path === '/collections/pay' ? lost() : send(),
    );
    expect((await pay(player, order, newKey())).status).toBe(502);
    service.stop();
    const again = watchService(server());
    expect((await pay(player, order, newKey())).body.status).toBe(true);
    again.stop();
    const sent = again.asked.filter(({ path }) => path === '/collections/pay');
    expect(sent.map(({ body }) => body.reference)).toEqual([order.reference]);
    expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending', prompts: 1 });
  });

  test('a ‘no’ to a prompt that may have been sent before does not end the payment', async () => {
    const player = await server().signUp();
    const order = await newOrder(player);
    const answers = [lost, () => Response.json({ status: false }, { status: 409 })];
    const service = watchService(server(), async (path, send) =>
      path === '/collections/pay' ? (answers.shift() ?? lost)() : send(),
    );
    await pay(player, order, newKey());
    expect((await pay(player, order, newKey())).status).toBe(502);
    service.stop();
    expect(await booksOf(player, order.reference)).toMatchObject({ state: 'pending' });
  });

  test('taps on Pay at once, with one reference, are one payment', async () => {
    const player = await server().signUp();
    const order = await newOrder(player);
    const service = watchService(server());
    const replies = await Promise.all([1, 2, 3, 4].map(() => pay(player, order, newKey())));
    service.stop();
    expect(replies.every(({ body }) => body.status)).toBe(true);
    await readStatus(player, order.reference);
    await readStatus(player, order.reference);
    expect(await booksOf(player, order.reference)).toMatchObject({ prompts: 1, coins: 1000 });
  });

  test('a payment that the service does not know of fails after fifteen minutes', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player, { msisdn: newNumber('98') });
    const service = watchService(server(), async () =>
      Response.json({ status: false }, { status: 404 }),
    );
    server().clock.at += 15 * MINUTE_MS;
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'pending' });
    server().clock.at += 1;
    expect((await readStatus(player, reference)).body.data).toMatchObject({ status: 'failed' });
    service.stop();
  });
});

describe('renewed by itself', () => {
  // Before the server starts, because it runs each minute.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  afterAll(() => void vi.useRealTimers());

  const server = testServer();

  test('a running server credits by itself what another one left behind', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await take(server(), chargeOf(player, reference));
    server().clock.at += 4 * 60_000;
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => stateOf(server(), reference)).toBe('paid');
    expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
  });

  test('a running server renews by itself what its player chose to', async () => {
    const player = await server().subscriber();
    await turn(player, true);
    server().clock.at += 7 * DAY_MS;
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
  });
});

describe('wallet limits', () => {
  const server = testServer();

  /** Each prompts the same number. */
  async function promptThrice(msisdn: string): Promise<TestPlayer[]> {
    const players: TestPlayer[] = [];
    for (const _player of [1, 2, 3]) {
      const player = await server().signUp();
      players.push(player);
      await prompted(player, { msisdn });
      server().clock.at += MINUTE_MS;
    }
    return players;
  }

  test('a player asks about five numbers a day, each as often as they like', async () => {
    const player = await server().signUp();
    const numbers = [1, 2, 3, 4, 5].map(() => newNumber());
    for (const msisdn of [...numbers, ...numbers]) {
      expect((await lookUp(player, msisdn)).body.status).toBe(true);
    }
    const sixth = newNumber();
    const service = watchService(server());
    const reply = await expectRefused(server(), () => lookUp(player, sixth), 429, 'rate/limited');
    await expectRefused(server(), () => chargesOn(player, sixth, 200), 429, 'rate/limited');
    service.stop();
    expect(service.asked).toEqual([]);
    // Noon in Lagos: twelve hours to the next day.
    expect(reply.headers['retry-after']).toBe(String(12 * 3_600));
    expect((await chargesOn(player, numbers[0] ?? '', 200)).body.status).toBe(true);
    server().clock.at += DAY_MS / 2;
    expect((await lookUp(player, sixth)).body.status).toBe(true);
    server().clock.at -= DAY_MS / 2;
  });

  test('a player can look up five of many numbers at once', async () => {
    const player = await server().signUp();
    const looks = Array.from({ length: 12 }, () => lookUp(player, newNumber()));
    const replies = await Promise.all(looks);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ body }) => body.code === 'rate/limited')).toHaveLength(7);
  });

  test('a sixth number is not paid with either, by whatever handle', async () => {
    const player = await server().signUp();
    for (const _number of [1, 2, 3, 4]) await lookUp(player, newNumber());
    const order = await newOrder(player);
    const sixth = { ...order, msisdn: newNumber() };
    await expectRefused(server(), () => pay(player, sixth), 429, 'rate/limited');
    expect((await pay(player, order)).body.status).toBe(true);
  });

  test('a number is prompted three times an hour, whoever asks', async () => {
    const msisdn = newNumber();
    await promptThrice(msisdn);
    const fourth = await server().signUp();
    const order = await newOrder(fourth, { msisdn });
    const service = watchService(server());
    const reply = await expectRefused(server(), () => pay(fourth, order), 429, 'rate/limited');
    service.stop();
    expect(service.asked.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(reply.headers['retry-after']).toBe(String(57 * 60));
    server().clock.at += 57 * MINUTE_MS - 1;
    await expectRefused(server(), () => pay(fourth, order), 429, 'rate/limited');
    server().clock.at += 1;
    expect((await pay(fourth, order)).body.status).toBe(true);
  });

  test('a number gets three of many prompts at once', async () => {
    const msisdn = newNumber();
    const players = await Promise.all([1, 2, 3, 4, 5, 6].map(() => server().signUp()));
    const orders = await Promise.all(players.map((player) => newOrder(player, { msisdn })));
    const replies = await Promise.all(
      players.map((player, index) => pay(player, orders[index] ?? {}, newKey())),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
  });

  test('a prompt is sent again after 40 s, then after 80 s, and no fourth time', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player, { msisdn: newNumber('98') });
    const early = async (seconds: number) => {
      const reply = await expectRefused(
        server(),
        () => resend(player, reference, newKey()),
        429,
        'rate/limited',
      );
      expect(reply.headers['retry-after']).toBe(String(seconds));
    };
    await early(40);
    server().clock.at += 39_000;
    await early(1);
    server().clock.at += 1_000;
    const key = newKey();
    const sent = await resend(player, reference, key);
    expect(sent.body).toEqual({
      status: true,
      data: { resendAfter: 80 },
      message: 'DOI resend successful',
    });
    await early(80);
    server().clock.at += 80_000;
    // A repeated call is the earlier one.
    expect((await resend(player, reference, key)).body.data).toEqual({ resendAfter: 0 });
    expect(await booksOf(player, reference)).toMatchObject({ prompts: 2 });
    expect((await resend(player, reference, newKey())).body.status).toBe(true);
    server().clock.at += 80_000;
    await early(3_600 - 200);
  });

  test('one of many taps at once sends the prompt again', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player, { msisdn: newNumber('98') });
    server().clock.at += 40_000;
    const service = watchService(server());
    await Promise.all([1, 2, 3, 4].map(() => resend(player, reference, newKey())));
    service.stop();
    expect(service.asked).toHaveLength(1);
  });

  test('a prompt that could not be sent again is tried again at once', async () => {
    const player = await server().signUp();
    const { reference } = await prompted(player, { msisdn: newNumber('97') });
    server().clock.at += 40_000;
    for (const _tap of [1, 2]) {
      const reply = await resend(player, reference, newKey());
      expect(reply.body).toMatchObject({
        status: false,
        message: 'unable to resend DOI',
        code: 'mobile-money/refused',
      });
    }
  });

  test("calls outside a limit's time are deleted", async () => {
    const msisdn = newNumber();
    await promptThrice(msisdn);
    const { db } = server();
    server().clock.at += 2 * DAY_MS;
    await sweep(server().services, server().app.log);
    expect(await db.selectFrom('wallet_lookups').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('wallet_prompts').selectAll().execute()).toEqual([]);
  });
});
