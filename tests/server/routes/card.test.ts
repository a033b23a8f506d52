import { expect, test } from 'vitest';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';
import { standInEmail } from '../../../src/rules/players.ts';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, newReference, verify, webhook } from '../payments/card-calls.ts';

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
