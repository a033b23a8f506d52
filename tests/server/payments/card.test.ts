import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import {
  chargeOf,
  choose,
  expected,
  newReference,
  PACK,
  reportsOf,
  signatureOf,
  stateOf,
  success,
  take,
  verify,
  webhook,
} from './card-calls.ts';

const server = testServer();

/** Movements of the ledger for a payment. */
const creditsOf = async (reference: string) =>
  server()
    .db.selectFrom('ledger_movements')
    .innerJoin('ledger_postings', 'ledger_postings.movement_id', 'ledger_movements.id')
    .select(['account', 'unit', 'amount'])
    .where('key', '=', `payment:${reference}`)
    .orderBy('ledger_postings.amount')
    .execute();

test('a pack that was paid for brings its coins, and its money is in the books', async () => {
  const player = await server().subscriber();
  const reference = await expected(player);
  await take(server(), chargeOf(player, reference));
  const reply = await verify(player, reference);
  expect(reply.body).toMatchObject({
    status: true,
    data: { user: { id: String(player.id), pointBalance: 1000 + PACK.coins } },
    meta: { token: player.token },
  });
  expect(await creditsOf(reference)).toEqual([
    { account: 'house:sales', unit: 'kobo', amount: -10_000 },
    { account: 'house:coins-sold', unit: 'coins', amount: -750 },
    { account: 'house:fees', unit: 'kobo', amount: -150 },
    { account: 'wallet', unit: 'coins', amount: 750 },
    { account: 'house:clearing:card', unit: 'kobo', amount: 10_150 },
  ]);
});

test('a plan that was paid for runs for its days', async () => {
  const player = await server().signUp();
  const reference = await expected(player, { product: 'plan-weekly' });
  await take(server(), chargeOf(player, reference));
  await webhook(server(), success(chargeOf(player, reference)));
  expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 1000 });
  const { ends_at } = await server()
    .db.selectFrom('subscriptions')
    .select('ends_at')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  expect(ends_at.getTime()).toBe(server().clock.at + 7 * DAY_MS);
});

test.each([
  ['a kobo less', { amount: PACK.totalKobo - 1 }],
  ['a kobo more', { amount: PACK.totalKobo + 1 }],
  ['another currency', { currency: 'GHS' }],
  ['another player', { metadata: { userId: '999999', type: 'buy-plays' } }],
])('%s than expected credits nothing and is kept for the operator', async (_what, other) => {
  const player = await server().signUp();
  const byWebhook = await expected(player);
  const [first, second] = [byWebhook, await expected(player)].map((reference) => ({
    ...chargeOf(player, reference),
    ...other,
  }));
  if (!first || !second) throw new Error('two payments are expected');
  expect((await webhook(server(), success(first))).status).toBe(200);
  await take(server(), second);
  for (const _again of [1, 2]) {
    const reply = await verify(player, second.reference);
    expect([reply.status, reply.body.code]).toEqual([409, 'payment/mismatch']);
  }
  for (const { reference } of [first, second]) {
    expect(await stateOf(server(), reference)).toBe('mismatched');
    expect(await reportsOf(server(), reference)).toMatchObject([{ what: 'mismatched' }]);
  }
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
});

test('a reference is of one payment and one player', async () => {
  const [ada, bola] = [await server().signUp(), await server().signUp()];
  const reference = await expected(ada);
  const body = { product: PACK.product, provider: 'card', reference };
  for (const player of [ada, bola]) {
    await expectRefused(
      server(),
      () => player.post('/payments/expected', body, { key: newKey() }),
      409,
      'payment/reference-taken',
    );
  }
  await take(server(), chargeOf(ada, reference));
  const others = () => verify(bola, reference);
  await expectRefused(server(), others, 404, 'payment/unknown');
  expect(await stateOf(server(), reference)).toBe('pending');
});

test.each(['FOM-abcdefghijklmnopqr', 'FOM-1', 'x', '%00', `FOM-${'a'.repeat(80)}`])(
  'nobody can ask about a payment that is not expected: %s',
  async (reference) => {
    const player = await server().signUp();
    server().operator.asked.length = 0;
    await expectRefused(server(), () => verify(player, reference), 404, 'payment/unknown');
    expect(server().operator.asked).toEqual([]);
  },
);

test('a payment that nobody expected is kept, never credited', async () => {
  const player = await server().signUp();
  const charge = chargeOf(player, newReference());
  expect(await webhook(server(), success(charge))).toMatchObject({ status: 200 });
  expect(await reportsOf(server(), charge.reference)).toMatchObject([
    { what: 'unexpected', body: { kobo: PACK.totalKobo, buyerId: String(player.id) } },
  ]);
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
});

// A client that opens the provider's window chooses the data with it.
test('money for a player whom no text can name is kept for the operator', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  const metadata = { userId: '1\0\ud800', type: 'buy-plays' };
  const charge = { ...chargeOf(player, reference), metadata };
  expect((await webhook(server(), success(charge))).status).toBe(200);
  expect(await stateOf(server(), reference)).toBe('mismatched');
  expect(await reportsOf(server(), reference)).toMatchObject([{ what: 'mismatched' }]);
});

test('money under a name that no reference can be is kept for the operator', async () => {
  const player = await server().signUp();
  const charge = { ...chargeOf(player, 'FOM-\0nobody'), status: 'success' };
  expect((await webhook(server(), success(charge))).status).toBe(200);
  expect(await reportsOf(server(), 'FOM-nobody')).toMatchObject([{ what: 'charge.success' }]);
});

test('money by card for what was to be paid another way is kept, never credited', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await server()
    .db.updateTable('payments')
    .set({ way: 'mobile-money' })
    .where('reference', '=', reference)
    .execute();
  await webhook(server(), success(chargeOf(player, reference)));
  expect(await reportsOf(server(), reference)).toMatchObject([{ what: 'unexpected' }]);
  expect(await stateOf(server(), reference)).toBe('pending');
});

test('a payment that was given back is not credited again', async () => {
  const player = await server().signUp();
  const reference = await expected(player, { product: 'plan-daily' });
  const charge = { ...chargeOf(player, reference), amount: 5_075 };
  await webhook(server(), success(charge));
  await server()
    .db.updateTable('payments')
    .set({ state: 'refunded' })
    .where('reference', '=', reference)
    .execute();
  const before = await server().snapshot();
  await webhook(server(), success(charge));
  expect(await server().snapshot()).toEqual(before);
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('a webhook with a changed byte, or signed by somebody else, is refused', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  const payload = success(chargeOf(player, reference));
  const forged = [
    [payload.replace('10150', '10151'), signatureOf(payload)],
    [`${payload} `, signatureOf(payload)],
    [payload, signatureOf(payload).replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    [payload, signatureOf(payload, 'sk_other')],
    [payload, ''],
    ['', signatureOf(payload)],
  ] as const;
  const before = await server().snapshot();
  for (const [body, signature] of forged) {
    const reply = await webhook(server(), body, signature);
    expect([reply.status, reply.body.code]).toEqual([401, 'webhook/bad-signature']);
  }
  expect(await server().snapshot()).toEqual(before);
  expect((await webhook(server(), payload)).status).toBe(200);
  expect(await stateOf(server(), reference)).toBe('paid');
});

test.each(['no JSON', '[]', '{"event":1}', '{"event":"charge.success"}'])(
  'a signed body that is no event is refused: %s',
  async (payload) => {
    const reply = await webhook(server(), payload);
    expect([reply.status, reply.body.code]).toEqual([422, 'request/invalid']);
  },
);

test('other notices of the provider are stored for the operator', async () => {
  const player = await server().signUp();
  const charge = { ...chargeOf(player, newReference()), reason: 'a \0 in it' };
  await webhook(server(), JSON.stringify({ event: 'charge.dispute.create', data: charge }));
  expect(await reportsOf(server(), charge.reference)).toMatchObject([
    { what: 'charge.dispute.create', body: { amount: PACK.totalKobo } },
  ]);
});

test('a declined card may be tried again in the same window, and then it counts', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  expect((await verify(player, reference)).body.code).toBe('payment/pending');
  await choose(server(), player, reference, 'decline');
  expect((await verify(player, reference)).body).toMatchObject({
    status: false,
    code: 'payment/failed',
    message: 'Your card was not charged',
  });
  await choose(server(), player, reference, 'pay');
  expect(await stateOf(server(), reference)).toBe('paid');
  expect((await verify(player, reference)).body.status).toBe(true);
  const again = await choose(server(), player, reference, 'pay');
  expect([again.status, again.body.status]).toEqual([400, false]);
  expect(await player.wallet()).toMatchObject({ coins: PACK.coins });
});

/** The embedded database has one connection, on which calls come one after the other anyway. */
const [BUYERS, PAYMENTS_EACH] = TEST_DATABASE_URL === '' ? [2, 5] : [4, 50];

test(`verify and webhook 50 times side by side credit each of ${BUYERS * PAYMENTS_EACH} payments once`, {
  timeout: 120_000,
}, async () => {
  const buy = async () => {
    const player = await server().signUp();
    for (let count = 1; count <= PAYMENTS_EACH; count += 1) {
      const reference = await expected(player);
      const charge = chargeOf(player, reference);
      await take(server(), charge);
      const calls = Array.from({ length: 50 }, (_, index) =>
        (index + count) % 3 === 0 ? verify(player, reference) : webhook(server(), success(charge)),
      );
      const replies = await Promise.all(calls);
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      expect(await player.wallet()).toMatchObject({ coins: count * PACK.coins });
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buy));
});
