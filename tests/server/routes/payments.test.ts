import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { createPlayer } from '../../../server/accounts/players.ts';
import { openSession } from '../../../server/accounts/sign-in/sessions.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';
import { standInEmail } from '../../../src/rules/players.ts';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, newReference, verify, webhook } from '../payments/card-calls.ts';
import {
  booksOf,
  chargesOn,
  lookUp,
  newNumber,
  newOrder,
  newReference as newWalletReference,
  pay,
  prompted,
  readStatus,
  resend,
  watchService,
} from '../payments/collection-calls.ts';

describe('card', () => {
  const server = testServer({ bank: buildBank(200) });

  const expectPayment = (player: TestPlayer, body: object = {}, key = newKey()) =>
    player.post(
      '/payments/expected',
      { product: 'coins-100', provider: 'card', reference: newReference(), ...body },
      { key },
    );

  test("everybody gets prices, packs, ways, links, the data's controller and the tournament's organiser, and may cache them for an hour", async () => {
    const reply = await server().call('GET', '/misc/config');
    expect(reply.body.data).toEqual({
      prizes: expect.arrayContaining([...DEFAULT_PRIZES]),
      withholdingPercent: 0,
      prices: DEFAULT_PRICES,
      ways: ['airtime', 'card', 'mobile-money'],
      links: { campaign: null, retarget: null, liveDraw: null, promo: null, support: null },
      privacy: { controller: null, contact: null },
      contest: { isOpen: true, promoter: null, permit: null, rules: null, support: null },
    });
    expect(reply.headers['cache-control']).toBe('public, max-age=3600');
  });

  test('the public key goes by both of its names', async () => {
    const key = await server().call('GET', '/misc/public-key');
    expect(key.body.data).toEqual({ publicKey: 'pk_sandbox' });
    const older = await server().call('GET', '/webhooks/paystack/public-key');
    expect(older.body.data).toEqual({ key: 'pk_sandbox' });
  });

  test.each([
    ['plan-daily', { kobo: 5_000, feeKobo: 75, totalKobo: 5_075, coins: 1000 }],
    ['plan-weekly', { kobo: 10_000, feeKobo: 150, totalKobo: 10_150, coins: 1000 }],
    ['coins-500', { kobo: 50_000, feeKobo: 750, totalKobo: 50_750, coins: 3500 }],
    ['coins-1000', { kobo: 100_000, feeKobo: 1_500, totalKobo: 101_500, coins: 7000 }],
  ])('%s is told its price, its fee and its coins', async (product, data) => {
    const player = await server().signUp();
    expect((await expectPayment(player, { product })).body).toEqual({ status: true, data });
  });

  test("the player's consent is stored, with the page where they began", async () => {
    const player = await server().signUp();
    const reference = newReference();
    await expectPayment(player, { reference, product: 'plan-daily', door: 'billing' });
    const consents = await server()
      .db.selectFrom('consents')
      .selectAll()
      .where('reference', '=', reference)
      .execute();
    expect(consents).toMatchObject([
      {
        player_id: player.id,
        phone: stored(player.phone),
        step: 1,
        way: 'card',
        product: 'plan-daily',
        coins: 1000,
        kobo: 5_000,
        fee_kobo: 75,
        door: 'billing',
        said_at: new Date(server().clock.at),
      },
    ]);
  });

  test('a payment that is sent again with its key is expected once', async () => {
    const player = await server().signUp();
    const [body, key] = [{ reference: newReference() }, newKey()];
    const first = await expectPayment(player, body, key);
    const before = await server().snapshot();
    expect((await expectPayment(player, body, key)).body).toEqual(first.body);
    expect(await server().snapshot()).toEqual(before);
  });

  test.each([{ product: 'coins-200' }, { product: 'coins-99' }])(
    '%j is not on offer by card',
    async (body) => {
      const player = await server().signUp();
      await expectRefused(server(), () => expectPayment(player, body), 422, 'product/unknown');
    },
  );

  test.each([
    { product: 'coins--100' },
    { product: 'coins-1e2' },
    { product: 'coins-100.5' },
    { product: 'plan-yearly' },
    { product: 100 },
    { provider: 'airtime' },
    { reference: 'FOM-short' },
    { reference: `fom-${'a'.repeat(18)}` },
    { door: 'elsewhere' },
  ])('%j is no payment', async (body) => {
    const player = await server().signUp();
    await expectRefused(server(), () => expectPayment(player, body), 422, 'request/invalid');
  });

  test('a plan is not sold twice at the same time, coins are', async () => {
    const player = await server().subscriber();
    const plan = () => expectPayment(player, { product: 'plan-weekly' });
    await expectRefused(server(), plan, 409, 'subscription/active');
    expect((await expectPayment(player)).status).toBe(200);
  });

  test('an account with a stand-in gives an email first', async () => {
    const player = await server().signUp();
    await server()
      .db.updateTable('players')
      .set({ email: standInEmail(stored(player.phone)) })
      .where('id', '=', player.id)
      .execute();
    const pay = () => expectPayment(player, { email: 'ada@example.ng' });
    await expectRefused(server(), pay, 422, 'email/invalid');
    await player.putForm('/user', { email: 'ada@example.ng' }, { key: newKey() });
    expect((await expectPayment(player)).status).toBe(200);
  });

  test('a player has at most twenty payments without an end', async () => {
    const player = await server().signUp();
    for (let count = 1; count <= 20; count += 1) {
      expect((await expectPayment(player)).status).toBe(200);
    }
    const more = await expectRefused(server(), () => expectPayment(player), 429, 'rate/limited');
    expect(more.headers['retry-after']).toBe('3600');
  });

  test('a signed-out player cannot pay', async () => {
    const body = { product: 'coins-100', provider: 'card', reference: newReference() };
    const pay = () => server().call('POST', '/payments/expected', { body });
    await expectRefused(server(), pay, 401, 'session/required');
    const look = () => server().call('GET', `/payments/verify/${body.reference}`);
    await expectRefused(server(), look, 401, 'session/required');
  });

  const closed = testServer({ env: { SIGN_IN_POLICY: 'otp', HOST: '0.0.0.0' } });

  test('without a card provider its calls do not exist', async () => {
    const config = await closed().call('GET', '/misc/config');
    expect(config.body.data).toMatchObject({ ways: [] });
    const calls = [
      ['GET', '/misc/public-key'],
      ['GET', '/webhooks/paystack/public-key'],
      ['POST', '/payments/expected'],
      ['GET', `/payments/verify/${newReference()}`],
      ['POST', '/webhooks/paystack'],
    ] as const;
    for (const [method, path] of calls) {
      const body = method === 'POST' ? { body: {} } : {};
      const call = () => closed().call(method, path, body);
      await expectRefused(closed(), call, 404, 'route/unknown');
    }
    for (const path of [
      '/card/inline.js',
      '/card/transaction/verify/x',
      '/billing/subscriptions/1',
    ]) {
      const call = () => closed().call('GET', path, { api: '/sandbox' });
      await expectRefused(closed(), call, 404, 'route/unknown');
    }
  });

  test('the stand-in shows its payments only with its key', async () => {
    const player = await server().signUp();
    const reference = newReference();
    const ask = () =>
      server().call('GET', `/transaction/verify/${reference}`, { api: '/sandbox/card' });
    await expectRefused(server(), ask, 401, 'sandbox/unknown-sender');
    const { metadata } = chargeOf(player, reference);
    const body = { choice: 'pay', key: 'pk_other', ref: reference, email: 'a@b.ng', amount: 1 };
    const pay = () =>
      server().call('POST', '/charges', {
        api: '/sandbox/card',
        body: { ...body, currency: 'NGN', metadata },
      });
    await expectRefused(server(), pay, 401, 'sandbox/unknown-sender');
  });

  test('the stand-in’s script is there for the app to load', async () => {
    const response = await server().app.inject('/sandbox/card/inline.js');
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.body).toContain('PaystackPop');
  });

  test('a webhook of another kind than JSON is not read', async () => {
    const response = await server().app.inject({
      method: 'POST',
      url: '/api/v2/webhooks/paystack',
      headers: { 'content-type': 'text/plain' },
      payload: 'charge.success',
    });
    expect(response.statusCode).toBe(400);
    expect((await webhook(server(), '{}', 'no')).status).toBe(401);
    const player = await server().signUp();
    expect((await verify(player, newReference())).status).toBe(404);
  });
});

describe('mobile money', () => {
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
    expect((await readStatus(player, order.reference)).body.data).toMatchObject({
      status: 'failed',
    });
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
});

describe('what mobile money keeps to itself', () => {
  const OTHERS = {
    SIGN_IN_POLICY: 'otp',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'sms-token',
  };

  const SECRETS = {
    MOBILE_MONEY_KEY: 'the-key-of-the-service',
    MOBILE_MONEY_CLIENT_ID: 'our-client-id',
  };

  const real = testServer({
    env: { ...OTHERS, ...SECRETS, MOBILE_MONEY_URL: 'https://money.example/v1' },
  });

  const without = testServer({ env: { ...OTHERS, BILLING_URL: 'https://billing.example' } });

  const NAMES = { firstName: 'Adaeze', middleName: 'Ngozi', lastName: 'Okafor' };

  const ACCOUNT = 'ACC-7781-2290';

  /** A player of a server whose sign-in needs more than a number. */
  async function playerOf(server: typeof real): Promise<TestPlayer> {
    const { db, clock } = server();
    const phone = server().newPhone();
    const fields = { name: 'ada', email: 'ada@example.com', platform: 'rave' };
    const player = { ...fields, phone: phone.replace(/^0/, '234') };
    const id = await db.transaction().execute((trx) => createPlayer(trx, player, clock.at));
    return new TestPlayer(server(), id, phone, await openSession(db, id, clock.at));
  }

  /** A real service, which says more than it should. */
  const talkative =
    (seen: unknown[]): ProviderFetch =>
    async (url, { headers, body }) => {
      seen.push({ url, key: headers?.['x-api-key'], client: headers?.['x-client-id'] });
      const whose = { ...NAMES, accountId: ACCOUNT, key: headers?.['x-api-key'] };
      const message = `${NAMES.firstName} ${NAMES.lastName} ${ACCOUNT} ${SECRETS.MOBILE_MONEY_KEY}`;
      const yes = (data: object) => Response.json({ status: true, message, data });
      const reference = /FOM-\w+/.exec(`${url}${body ?? ''}`)?.[0];
      if (url.includes('/search')) return yes({ ...whose, platform: 'MoMo' });
      if (url.includes('/charges')) return yes({ ...whose, operatorCharge: 1, serviceCharge: 2 });
      if (url.endsWith('/doi')) return Response.json({ status: false, message });
      if (url.endsWith('/pay')) return yes({ ...whose, reference });
      return yes({ ...whose, reference, status: 'success', amount: 203 });
    };

  test('keys, accounts and full names are in no reply, of a yes, a no or a failure', async () => {
    const player = await playerOf(real);
    const { operator, clock } = real();
    const seen: unknown[] = [];
    operator.fetch = talkative(seen);
    const order = await newOrder(player);
    const replies: Reply[] = [
      await lookUp(player, order.msisdn),
      await chargesOn(player, order.msisdn, 200),
      await pay(player, order, newKey()),
    ];
    clock.at += 40_000;
    replies.push(
      await resend(player, order.reference, newKey()),
      await readStatus(player, order.reference),
    );
    expect(replies.map(({ body }) => body.status)).toEqual([true, true, true, false, true]);
    const other = await newOrder(player, { product: 'coins-200' });
    operator.fetch = async (url, init) =>
      new Response(await (await talkative(seen)(url, init)).text(), { status: 500 });
    for (const failing of [
      () => lookUp(player, order.msisdn),
      () => chargesOn(player, order.msisdn, 200),
      () => pay(player, other, newKey()),
    ]) {
      const reply = await failing();
      expect(reply.status).toBe(502);
      replies.push(reply);
    }
    const hidden = [...Object.values(SECRETS), ACCOUNT, NAMES.middleName, NAMES.lastName];
    for (const word of hidden) expect(JSON.stringify(replies)).not.toContain(word);
    expect(seen[0]).toEqual({
      url: `https://money.example/v1/collections/search?msisdn=${order.msisdn}`,
      key: SECRETS.MOBILE_MONEY_KEY,
      client: SECRETS.MOBILE_MONEY_CLIENT_ID,
    });
  });

  test('beside a real service its stand-in is not there', async () => {
    const path = `/collections/search?msisdn=${newNumber()}`;
    const call = () => real().call('GET', path, { api: '/sandbox/mobile-money' });
    await expectRefused(real(), call, 404, 'route/unknown');
  });

  test('where mobile money is not offered there are no calls and no stand-in', async () => {
    const player = await playerOf(without);
    const headers = { authorization: `Bearer ${player.token}`, accept: 'text/html' };
    const body = { reference: 'FOM-aaaaaaaaaaaaaaaaaa' };
    const calls = [
      () => lookUp(player, newNumber()),
      () => pay(player, body, newKey()),
      () => resend(player, body.reference),
      () => without().call('GET', '/charges', { api: '/mobile-money', headers }),
      () => without().call('GET', '/collections/search', { api: '/sandbox/mobile-money' }),
      () => without().call('POST', '/webhooks/smart-cash/fund-wallet', { body }),
    ];
    for (const call of calls) await expectRefused(without(), call, 404, 'route/unknown');
  });
});

describe('a wallet’s hint', () => {
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
    const reference = newWalletReference();
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
    for (let sent = 0; sent < 60; sent += 1) await hint({ reference: newWalletReference() }, from);
    const call = () => hint({ reference: newWalletReference() }, from);
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
});
