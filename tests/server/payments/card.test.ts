import { describe, expect, test } from 'vitest';
import { settlePayment } from '../../../server/payments/purchase.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  knowsNoPlan,
  lapsed,
  lostAnswer,
  plansOf,
  subscribe,
  verify as verifySubscription,
  watchOperator,
} from '../accounts/subscription-calls.ts';
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
import { newOrder, pay, watchService } from './collection-calls.ts';
import { passMinutes, reconcileOnce } from './reconciling.ts';
import { adult, expectedTicket, TICKET, ticketCharge, ticketsOf } from './ticket-calls.ts';
import { periodsOf } from './undone-calls.ts';

describe('card', () => {
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
          (index + count) % 3 === 0
            ? verify(player, reference)
            : webhook(server(), success(charge)),
        );
        const replies = await Promise.all(calls);
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
        expect(await player.wallet()).toMatchObject({ coins: count * PACK.coins });
      }
    };
    await Promise.all(Array.from({ length: BUYERS }, buy));
  });
});

describe('the mark of a card', () => {
  const server = testServer();

  const saidOf = async (reference: string) =>
    server()
      .db.selectFrom('payments')
      .select('said')
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();

  test("a payment keeps its card's mark as long as its player's account is there", async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    const authorization = { signature: 'SIG_1', authorization_code: 'AUTH_1', last4: '4081' };
    await webhook(server(), success({ ...chargeOf(player, reference), authorization }));
    expect((await saidOf(reference)).said).toMatchObject({ card: 'SIG_1' });
    expect(JSON.stringify(await saidOf(reference))).not.toMatch(/AUTH_1|4081/);
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    expect((await saidOf(reference)).said).not.toHaveProperty('card');
  });

  test('the mark of a card whose payment credits nothing is not kept', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    const charge = { ...chargeOf(player, reference), authorization: { signature: 'SIG_2' } };
    await webhook(server(), success({ ...charge, amount: 5 }));
    expect(await reportsOf(server(), reference)).toHaveLength(1);
    const kept = [await saidOf(reference), await reportsOf(server(), reference)];
    expect(JSON.stringify(kept)).not.toContain('SIG_2');
  });
});

describe('a card payment taken back', () => {
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
    expect(await reportsOf(server(), reference)).toMatchObject([
      { what: 'charge.dispute.resolve' },
    ]);
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
    expect(await reportsOf(server(), 'FOM-of-nobody')).toMatchObject([
      { what: 'refund.processed' },
    ]);
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
});

describe('a success told late', () => {
  const server = testServer();

  const coinsOf = async (player: { wallet: () => Promise<{ coins: number }> }) =>
    (await player.wallet()).coins;

  test('airtime that was taken though its answer was lost brings its coins, with nobody looking', async () => {
    const player = await lapsed(server());
    const before = await coinsOf(player);
    const watched = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    watched.stop();
    await passMinutes(server(), 4);
    expect(await coinsOf(player)).toBe(before + 1000);
    await passMinutes(server(), 10);
    server().clock.at += DAY_MS;
    await player.get(verifySubscription(player, 'ondemand/'));
    expect(await coinsOf(player)).toBe(before + 1000);
  });

  test('each of many charges by airtime without an outcome is asked about, however many come before it', async () => {
    const { db, clock } = server();
    const charges = Array.from({ length: 60 }, (_, index) => {
      const number = `23480399${String(index).padStart(3, '0')}55`;
      return { reference: `FM-many-${index}`, phone: number, kobo: 5000, at: new Date(clock.at) };
    });
    await db.insertInto('airtime_charges').values(charges).execute();
    clock.at += 3 * 60_000;
    await reconcileOnce(server());
    const left = await db
      .selectFrom('airtime_charges')
      .select('reference')
      .where('reference', 'like', 'FM-many-%')
      .where('asked_at', 'is', null)
      .execute();
    expect(left).toEqual([]);
  });

  test('airtime that was never taken brings nothing, and charges nothing', async () => {
    const player = await lapsed(server());
    const before = await coinsOf(player);
    const plans = (await plansOf(server(), player)).length;
    const watched = watchOperator(server(), {
      charge: async () => {
        throw new Error('the line went dead');
      },
      look: knowsNoPlan,
    });
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    await passMinutes(server(), 10);
    watched.stop();
    expect(watched.charges).toHaveLength(1);
    expect(await coinsOf(player)).toBe(before);
    expect(await plansOf(server(), player)).toHaveLength(plans);
  });

  test('a charge that a look on the way saw under another name brings its coins once', async () => {
    const player = await lapsed(server());
    const before = await coinsOf(player);
    const { operator, clock } = server();
    const { fetch } = operator;
    const period = (reference: string) =>
      Response.json({
        status: 'active',
        reference,
        plan: 'weekly',
        startsAt: new Date(clock.at).toISOString(),
        endsAt: new Date(clock.at + 7 * DAY_MS).toISOString(),
      });
    let isCharged = false;
    operator.fetch = async (_url, init) => {
      if (init.method !== 'POST') return isCharged ? period('OP-1') : knowsNoPlan();
      isCharged = true;
      // The dashboard checks while the answer is on its way.
      await player.get(verifySubscription(player));
      return period(JSON.parse(init.body ?? '').reference);
    };
    await player.get(subscribe(player), { key: newKey() });
    operator.fetch = fetch;
    expect(await coinsOf(player)).toBe(before + 1000);
  });

  test('mobile money that was refused, though taken, brings its coins', async () => {
    const player = await server().signUp();
    const order = await newOrder(player);
    const watched = watchService(server(), async (path, send) => {
      const answer = await send();
      if (path !== '/collections/pay') return answer;
      return Response.json({ status: false, data: null }, { status: 409 });
    });
    expect((await pay(player, order)).body.code).toBe('mobile-money/refused');
    watched.stop();
    await passMinutes(server(), 125);
    expect(await coinsOf(player)).toBe(1000);
  });

  test('a card that was paid after its hour, with the webhook lost, brings its coins', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await passMinutes(server(), 62);
    expect(await stateOf(server(), reference)).toBe('failed');
    await take(server(), chargeOf(player, reference));
    await passMinutes(server(), 62);
    expect(await stateOf(server(), reference)).toBe('paid');
    expect(await coinsOf(player)).toBe(750);
  });

  test('a charge that failed long ago is asked about no more, and blocks no other payment', async () => {
    const player = await server().signUp();
    const first = await expected(player);
    await passMinutes(server(), 62);
    server().clock.at += 4 * DAY_MS;
    const asked: string[] = [];
    const { operator } = server();
    const { fetch } = operator;
    operator.fetch = (url, init) => {
      asked.push(url);
      return fetch(url, init);
    };
    await passMinutes(server(), 3);
    operator.fetch = fetch;
    expect(asked.filter((url) => url.endsWith(first))).toEqual([]);
    expect(await stateOf(server(), await expected(player))).toBe('pending');
  });

  test('a price that the player was not shown is refused, and no yes to it is noted', async () => {
    const player = await server().signUp();
    const reply = await player.post(
      '/payments/expected',
      {
        product: 'coins-100',
        provider: 'card',
        reference: 'FOM-aaaaaaaaaaaaaaaaaa',
        totalKobo: 10_000,
      },
      { key: newKey() },
    );
    expect([reply.status, reply.body.code]).toEqual([409, 'payment/mismatch']);
    expect((await player.get('/payments/consents')).body.data).toEqual([]);
  });
});

describe('events that come early', () => {
  const server = testServer({ bank: buildBank(200) });

  const KOBO = { currency: 'NGN', amount: PACK.totalKobo as number };

  async function tell(event: string, data: object) {
    expect((await webhook(server(), JSON.stringify({ event, data }))).status).toBe(200);
  }

  const toldRefund = (reference: string, amount = KOBO.amount) =>
    tell('refund.processed', { ...KOBO, amount, transaction_reference: reference });

  const toldDispute = (reference: string, resolution: string | null = null) =>
    tell(`charge.dispute.${resolution ? 'resolve' : 'create'}`, {
      id: 7,
      status: resolution ? 'resolved' : 'pending',
      resolution,
      transaction: { ...KOBO, reference },
    });

  /** All movements of a payment in the books, and the player's wallet. */
  async function outcomeOf(player: TestPlayer, reference: string) {
    const moved = await server()
      .db.selectFrom('ledger_movements as movement')
      .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
      .select(['movement.key', 'posting.account', 'posting.unit', 'posting.amount'])
      .where('movement.key', 'like', `%${reference}%`)
      .orderBy('posting.id')
      .execute();
    const books = moved.map(({ key, ...posting }) => ({
      ...posting,
      key: key.replace(reference, ''),
    }));
    const { coins } = await player.wallet();
    return { books, coins, state: await stateOf(server(), reference) };
  }

  type Told = (reference: string) => Promise<unknown>;

  const UNDONE: [string, Told[], string][] = [
    ['a refund', [toldRefund], 'refunded'],
    ['a dispute', [toldDispute], 'reversed'],
    ['a dispute that its payer won', [(ref) => toldDispute(ref, 'merchant-accepted')], 'reversed'],
    ['a dispute and then a refund', [toldDispute, toldRefund], 'refunded'],
  ];

  test.each(UNDONE)(
    '%s has the same effect whether its notice comes before or after its payment, however often',
    async (_what, undone, state) => {
      const outcomes = [];
      for (const isEarly of [false, true]) {
        const player = await server().signUp();
        const reference = await expected(player);
        const paid: Told = () => webhook(server(), success(chargeOf(player, reference)));
        const told = isEarly ? [...undone, paid] : [paid, ...undone];
        for (const one of told) for (const _again of [1, 2]) await one(reference);
        const outcome = await outcomeOf(player, reference);
        for (const one of [paid, ...undone]) await one(reference);
        expect(await outcomeOf(player, reference)).toEqual(outcome);
        outcomes.push(outcome);
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
      expect(outcomes[1]).toMatchObject({ coins: 0, state });
      expect(outcomes[1]?.books.length).toBeGreaterThan(0);
    },
  );

  test('a server that dies while it credits what was sent back before leaves nothing credited, then or later', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await toldRefund(reference);
    const { db, clock } = server();
    const taken = { reference, way: 'card' as const, kobo: PACK.totalKobo, currency: 'NGN' };
    const dying = db.transaction().execute(async (trx) => {
      await settlePayment(trx, taken, clock.at);
      throw new Error('killed');
    });
    await expect(dying).rejects.toThrow('killed');
    expect(await stateOf(server(), reference)).toBe('pending');
    await take(server(), chargeOf(player, reference));
    await Promise.all([1, 2, 3].map(() => verify(player, reference)));
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('refunded');
  });

  test('notices of payment, dispute and refund at the same time leave nothing credited', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    const paid = success(chargeOf(player, reference));
    await Promise.all([
      toldRefund(reference),
      webhook(server(), paid),
      toldDispute(reference),
      webhook(server(), paid),
      toldRefund(reference),
    ]);
    expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
    expect(await stateOf(server(), reference)).toBe('refunded');
  });

  test('a dispute told early that is declined gives the payment back, and one declined before it takes nothing', async () => {
    const player = await server().signUp();
    const [late, early] = [await expected(player), await expected(player)];
    await toldDispute(late);
    await webhook(server(), success(chargeOf(player, late)));
    await toldDispute(late, 'declined');
    await toldDispute(early);
    await toldDispute(early, 'declined');
    await webhook(server(), success(chargeOf(player, early)));
    expect(await player.wallet()).toEqual({ coins: 2 * PACK.coins, held: 0 });
  });

  test('a plan and a ticket refunded before their notice are not credited', async () => {
    const player = await adult(server());
    const periods = await periodsOf(player);
    const ticket = await expectedTicket(player);
    await toldRefund(ticket, TICKET.totalKobo);
    await webhook(server(), success(ticketCharge(player, ticket)));
    expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
    expect(await periodsOf(player)).toEqual(periods);

    const other = await server().signUp();
    const plan = await expected(other, { product: 'plan-daily' });
    await toldRefund(plan, 5_075);
    await webhook(server(), success({ ...chargeOf(other, plan), amount: 5_075 }));
    expect((await other.wallet()).coins).toBe(0);
    const running = (await periodsOf(other)).filter(
      ({ ends_at }) => ends_at.getTime() > server().clock.at,
    );
    expect(running).toEqual([]);
  });

  test('an early notice of a partial refund leaves the rest to be refunded', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await toldRefund(reference);
    await webhook(server(), success({ ...chargeOf(player, reference), amount: 2 * KOBO.amount }));
    expect(await stateOf(server(), reference)).toBe('mismatched');
  });

  test('a payment for a deleted account refunded before its notice is not refunded again', async () => {
    const player = await server().signUp();
    const reference = await expected(player);
    await toldRefund(reference);
    await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
    await webhook(server(), success(chargeOf(player, reference)));
    expect(await stateOf(server(), reference)).toBe('refunded');
    expect(await reportsOf(server(), reference)).toMatchObject([
      { what: 'refund.processed' },
      { what: 'account-deleted' },
    ]);
  });
});
