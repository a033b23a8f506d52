import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { paidReplySchema, paymentsReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buy } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { lapsed, subscribe, verify } from '../accounts/subscription-calls.ts';
import { chargeOf, expected, reportsOf, stateOf, success, take, webhook } from './card-calls.ts';
import { passMinutes, reconcileOnce } from './reconciling.ts';
import {
  AIRTIME,
  CARD,
  cardSubscriber,
  lost,
  periodsOf,
  plan,
  renewalOf,
  renewalServer,
  run,
  runLate,
  turn,
  watch,
} from './renewal-calls.ts';
import { care } from './spending-limit-calls.ts';

const MINUTE_MS = 60_000;

const WEEK_MS = 7 * DAY_MS;

describe('renewal', () => {
  const server = renewalServer();

  /** A player whose week by airtime has ended and renews automatically. */
  async function due() {
    const player = await server().subscriber();
    expect((await turn(player, true)).body.status).toBe(true);
    server().clock.at += WEEK_MS;
    return player;
  }

  const consentsOf = async (player: Awaited<ReturnType<typeof due>>) => {
    const { data } = (await player.get('/payments/consents')).body as {
      data: { door: string; state: string }[];
    };
    return data.filter(({ door }) => door === 'renewal');
  };

  test('a plan lapses without a charge where nobody chose that it renews', async () => {
    const player = await server().subscriber();
    expect(await plan(player)).toMatchObject({
      renews: false,
      renewal: { plan: 'weekly', way: 'airtime', kobo: 10_000, feeKobo: 0 },
    });
    server().clock.at += WEEK_MS;
    const charges = watch(server(), AIRTIME);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
  });

  test('a chosen renewal is shown, stored with its price, and charged at the end, not before', async () => {
    const player = await server().subscriber();
    const reply = await turn(player, true, 10_000);
    expect(reply.body).toMatchObject({
      status: true,
      data: { user: { id: String(player.id), paymentToken: null } },
      meta: { token: player.token },
    });
    expect(await plan(player)).toMatchObject({ renews: true });
    expect(await consentsOf(player)).toMatchObject([
      { product: 'plan-weekly', way: 'airtime', kobo: 10_000, feeKobo: 0, state: 'on' },
    ]);
    const charges = watch(server(), AIRTIME);
    server().clock.at += WEEK_MS - 1;
    await run(server());
    expect(charges.sent).toEqual([]);
    server().clock.at += 1;
    await run(server());
    charges.stop();
    expect(charges.sent).toHaveLength(1);
    expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
    expect(await plan(player)).toMatchObject({
      renews: true,
      endsAt: new Date(server().clock.at + WEEK_MS).toISOString(),
    });
  });

  test('it renews week after week until it is turned off, by one call that may be repeated', async () => {
    const player = await due();
    await run(server());
    server().clock.at += WEEK_MS;
    await run(server());
    expect(await periodsOf(player)).toEqual(['weekly airtime', 'weekly airtime', 'weekly airtime']);
    for (const _again of [1, 2]) expect((await turn(player, false)).body.status).toBe(true);
    expect(await plan(player)).toMatchObject({ renews: false, isCancelled: false });
    expect(await consentsOf(player)).toMatchObject([{ state: 'off' }]);
    server().clock.at += WEEK_MS;
    await run(server());
    expect(await periodsOf(player)).toHaveLength(3);
  });

  test('turning it on twice is one yes, turning it on anew another', async () => {
    const player = await server().subscriber();
    await Promise.all([turn(player, true), turn(player, true)]);
    await turn(player, true);
    expect(await consentsOf(player)).toMatchObject([{ state: 'on' }]);
    await turn(player, false);
    await turn(player, true);
    expect(await consentsOf(player)).toMatchObject([{ state: 'on' }, { state: 'off' }]);
  });

  test('many processes that renew side by side charge each period once', async () => {
    const players = await Promise.all(Array.from({ length: 6 }, () => server().subscriber()));
    for (const player of players) await turn(player, true);
    server().clock.at += WEEK_MS;
    const charges = watch(server(), AIRTIME);
    await Promise.all(Array.from({ length: 8 }, () => run(server())));
    charges.stop();
    expect(charges.sent).toHaveLength(players.length);
    for (const player of players) {
      expect(await player.wallet()).toMatchObject({ coins: 2000 });
      expect(await periodsOf(player)).toHaveLength(2);
    }
  });

  test('a process that goes on late charges nothing that another one has', async () => {
    const player = await due();
    const sent = await runLate(server(), AIRTIME);
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
    expect(await periodsOf(player)).toHaveLength(2);
  });

  test('a charge whose answer is lost is asked for again, under the same reference', async () => {
    const player = await due();
    const broken = watch(server(), AIRTIME, lost);
    await run(server());
    broken.stop();
    expect(await player.user()).toMatchObject({ isActive: false });
    const charges = watch(server(), AIRTIME);
    server().clock.at += 9 * MINUTE_MS;
    await run(server());
    expect(await player.user()).toMatchObject({ isActive: false });
    server().clock.at += MINUTE_MS;
    await run(server());
    charges.stop();
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
    expect(await periodsOf(player)).toHaveLength(2);
    expect(await renewalOf(player)).toBeDefined();
  });

  test('an operator that does not decide is asked for a day, then the plan has lapsed', async () => {
    const player = await due();
    const charges = watch(server(), AIRTIME, async () => Response.json({ status: 'pending' }));
    await run(server());
    server().clock.at += DAY_MS - 1;
    await run(server());
    expect(charges.sent).toHaveLength(2);
    expect(await renewalOf(player)).toBeDefined();
    server().clock.at += 10 * MINUTE_MS;
    await run(server());
    charges.stop();
    expect(charges.sent).toHaveLength(2);
    expect(await renewalOf(player)).toBeUndefined();
  });

  test('a renewal that is refused is given up: the plan lapses', async () => {
    const player = await due();
    const charges = watch(server(), AIRTIME, async () => Response.json({ status: 'refused' }));
    await run(server());
    charges.stop();
    expect(await renewalOf(player)).toBeUndefined();
    expect(await consentsOf(player)).toMatchObject([{ state: 'off' }]);
    server().clock.at += 20 * MINUTE_MS;
    await run(server());
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
  });

  test('servers that were down for a day after the end charge nothing', async () => {
    const player = await due();
    server().clock.at += DAY_MS;
    const charges = watch(server(), AIRTIME);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect(await renewalOf(player)).toBeUndefined();
  });

  test('another price than was agreed to is not charged', async () => {
    const player = await due();
    const PRICES = JSON.stringify({ plans: { airtime: { daily: 50, weekly: 110 } } });
    const charges = watch(server(), AIRTIME);
    await run(server(), { PRICES });
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect(await renewalOf(player)).toBeUndefined();
  });

  test('a renewal by the operator itself is taken over, not charged again', async () => {
    const player = await due();
    const charges = watch(server(), AIRTIME);
    const { fetch } = server().operator;
    const [from, until] = [server().clock.at, server().clock.at + WEEK_MS];
    server().operator.fetch = async (url, init) =>
      url.includes('plan=weekly')
        ? Response.json({
            status: 'active',
            reference: `OP-${player.phone}`,
            plan: 'weekly',
            startsAt: new Date(from).toISOString(),
            endsAt: new Date(until).toISOString(),
          })
        : fetch(url, init);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
  });

  test('cancelling ends it, also after the plan has', async () => {
    const running = await server().subscriber();
    await turn(running, true);
    await running.patch('/payments/cancel');
    expect(await plan(running)).toMatchObject({ renews: false, isCancelled: true, renewal: null });
    await expectRefused(server(), () => turn(running, true), 409, 'renewal/unavailable');
    const ended = await due();
    expect((await ended.patch('/payments/cancel')).body.status).toBe(true);
    const charges = watch(server(), AIRTIME);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
  });

  test('nothing renews that does not run, is paid by mobile money, or was shown at another price', async () => {
    const stranger = () => server().call('PUT', '/payments/renewal', { body: { isOn: true } });
    await expectRefused(server(), stranger, 401, 'session/required');
    const none = await server().signUp();
    await expectRefused(server(), () => turn(none, true), 409, 'subscription/inactive');
    const wallet = await server().signUp();
    await buy(wallet, { way: 'mobile-money', product: 'plan-weekly', payer: '2348030000000' });
    expect(await plan(wallet)).toMatchObject({ renews: false, renewal: null });
    await expectRefused(server(), () => turn(wallet, true), 409, 'renewal/unavailable');
    const { player } = await cardSubscriber(server());
    await expectRefused(server(), () => turn(player, true, 10_000), 409, 'payment/mismatch');
    expect(await renewalOf(player)).toBeUndefined();
  });
});

describe('renewal by card', () => {
  const server = renewalServer();

  const reverse = (reference: string) =>
    server()
      .db.transaction()
      .execute((trx) => reversePayment(trx, reference, server().clock.at));

  /** A player whose week by card has ended and renews automatically. */
  async function due(email?: string) {
    const { player, reference } = await cardSubscriber(server(), email);
    expect((await turn(player, true, 10_150)).body.status).toBe(true);
    server().clock.at += WEEK_MS;
    return { player, reference };
  }

  test('a card is charged again with its fee, and the books say so', async () => {
    const { player, reference } = await due();
    const charges = watch(server(), CARD);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([
      {
        authorization_code: `AUTH_${reference}`,
        email: 'ada@example.com',
        amount: 10_150,
        currency: 'NGN',
        reference: expect.stringMatching(/^FOM-[0-9a-f]{18}$/),
        metadata: { userId: String(player.id), type: 'subscription' },
      },
    ]);
    expect(await periodsOf(player)).toEqual(['weekly card', 'weekly card']);
    expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
    expect(await plan(player)).toMatchObject({ way: 'card', renews: true });
    const history = (await player.get('/payments')).body.data;
    expect(history).toMatchObject([{ amount: 101.5 }, { amount: 101.5 }]);
  });

  test('the next week is charged with the same authorisation, and off ends it', async () => {
    const { player } = await due();
    await run(server());
    server().clock.at += WEEK_MS;
    await run(server());
    expect(await periodsOf(player)).toHaveLength(3);
    await turn(player, false);
    expect(await renewalOf(player)).toBeUndefined();
    expect(await turn(player, true)).toMatchObject({ body: { status: true } });
  });

  test("the card's authorisation is in no reply, and only sealed in the database", async () => {
    const { player, reference } = await cardSubscriber(server());
    const replies = [await turn(player, true), await player.get('/payments')];
    replies.push(await player.get('/payments/consents'), await player.get('/user'));
    expect(JSON.stringify(replies)).not.toContain('AUTH_');
    const kept = await renewalOf(player);
    expect(kept?.sealed_card).toMatch(/^[\w-]{60,}$/);
    expect(JSON.stringify(kept)).not.toContain(reference);
    const about = { reference, authorization: { authorization_code: 'AUTH_x' } };
    const data = { ...about, transaction: about, amount: 1 };
    await webhook(server(), JSON.stringify({ event: 'charge.dispute.create', data }));
    expect(await reportsOf(server(), reference)).toEqual([
      {
        what: 'charge.dispute.create, mismatched',
        body: { reference, transaction: { reference }, amount: 1 },
      },
    ]);
  });

  test('a card that its bank does not let us charge again cannot renew', async () => {
    const { player } = await cardSubscriber(server(), 'once@example.com');
    const reply = await expectRefused(
      server(),
      () => turn(player, true),
      409,
      'renewal/unavailable',
    );
    expect(reply.body.message).toBe('Your bank does not let this card be charged again');
  });

  test('a provider that does not answer leaves the renewal off', async () => {
    const { player } = await cardSubscriber(server());
    const { fetch } = server().operator;
    server().operator.fetch = async () => new Response('down', { status: 503 });
    await expectRefused(server(), () => turn(player, true), 502, 'card/unavailable');
    server().operator.fetch = fetch;
    expect(await plan(player)).toMatchObject({ renews: false });
  });

  test('a declined card is given up', async () => {
    const { player } = await due('declined@example.com');
    await run(server());
    expect(await renewalOf(player)).toBeUndefined();
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
    const { state } = await server()
      .db.selectFrom('payments')
      .select('state')
      .where('player_id', '=', player.id)
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(state).toBe('refused');
  });

  test('a card that the provider no longer knows is given up', async () => {
    const { player, reference } = await due();
    await server()
      .db.updateTable('sandbox_card_transactions')
      .set({ state: 'failed' })
      .where('reference', '=', reference)
      .execute();
    await run(server());
    expect(await renewalOf(player)).toBeUndefined();
  });

  test.each([
    ['is lost', lost],
    ['never came about', async () => Promise.reject(new Error('ECONNRESET'))],
  ])('a charge whose answer %s is asked about, and made once', async (_what, answer) => {
    const { player } = await due();
    const broken = watch(server(), CARD, answer);
    await run(server());
    broken.stop();
    server().clock.at += 10 * MINUTE_MS;
    await run(server());
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
    expect(await periodsOf(player)).toHaveLength(2);
    expect(await renewalOf(player)).toBeDefined();
  });

  test('a charge that is made late, and whose answer is lost, counts and is credited within minutes', async () => {
    const { player } = await due();
    const charges = watch(server(), CARD, async () => Promise.reject(new Error('ECONNRESET')));
    await run(server());
    charges.stop();
    const reference = String(charges.sent[0]?.reference);
    server().clock.at += 70 * MINUTE_MS;
    await reconcileOnce(server());
    expect(await stateOf(server(), reference)).toBe('failed');
    const late = watch(server(), CARD, async () => {
      await take(server(), chargeOf(player, reference));
      throw new Error('the line went dead');
    });
    await run(server());
    late.stop();
    expect(await care(player)).toMatchObject({ pendingKobo: 10_150 });
    await passMinutes(server(), 1);
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
  });

  test('many processes that renew side by side charge each card once', async () => {
    const players = [];
    for (const _one of Array.from({ length: 4 })) {
      const { player } = await cardSubscriber(server());
      await turn(player, true);
      players.push(player);
    }
    server().clock.at += WEEK_MS;
    const charges = watch(server(), CARD);
    await Promise.all(Array.from({ length: 8 }, () => run(server())));
    charges.stop();
    expect(charges.sent).toHaveLength(players.length);
    for (const player of players) expect(await player.wallet()).toMatchObject({ coins: 2000 });
  });

  test('a process that goes on late charges no card that another one has', async () => {
    const { player } = await due();
    const sent = await runLate(server(), CARD);
    expect(new Set(sent.map(({ reference }) => reference)).size).toBe(1);
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
  });

  test('a week that is taken back is not charged again; a pack that is taken back ends no renewal', async () => {
    const { player, reference } = await cardSubscriber(server());
    await turn(player, true, 10_150);
    const pack = await expected(player);
    await webhook(server(), success(chargeOf(player, pack)));
    await reverse(pack);
    expect(await renewalOf(player)).toBeDefined();
    await reverse(reference);
    expect(await renewalOf(player)).toBeUndefined();
    const charges = watch(server(), CARD);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect((await player.get('/payments/consents')).body.data).toContainEqual(
      expect.objectContaining({ door: 'renewal', state: 'off' }),
    );
  });
});

describe('cancel', () => {
  const server = testServer();

  const cancel = (player: TestPlayer) => player.patch('/payments/cancel');

  async function plan(player: TestPlayer) {
    const reply = v.parse(paymentsReplySchema, (await player.get('/payments')).body);
    return reply.status ? reply.meta?.plan : undefined;
  }

  const cancelled = () => server().operator.asked.filter((asked) => asked.startsWith('DELETE'));

  /** Runs with an operator that answers a cancellation this way. */
  async function answeringCancel<Result>(status: number, work: () => Promise<Result>) {
    const { fetch } = server().operator;
    server().operator.fetch = async (url, init) =>
      init.method === 'DELETE' ? new Response('', { status }) : fetch(url, init);
    try {
      return await work();
    } finally {
      server().operator.fetch = fetch;
    }
  }

  test('cancelling ends the renewal at the operator too, and what is paid runs to its end', async () => {
    const player = await server().subscriber();
    const asked = cancelled().length;
    const reply = v.parse(paidReplySchema, (await cancel(player)).body);
    expect(reply).toMatchObject({
      status: true,
      data: { user: { id: String(player.id), isActive: true, pointBalance: 1000 } },
      meta: { token: expect.any(String) },
    });
    expect(cancelled().slice(asked)).toEqual([
      expect.stringMatching(new RegExp(`/subscriptions/${stored(player.phone)}$`)),
    ]);
    expect(await plan(player)).toMatchObject({ isCancelled: true, renews: false });
    server().clock.at += 7 * DAY_MS - 1;
    expect(await player.user()).toMatchObject({ isActive: true });
    server().clock.at += 1;
    expect(await player.user()).toMatchObject({ isActive: false });
    expect(await plan(player)).toBeNull();
  });

  test('a look at the operator after it does not bring the renewal back', async () => {
    const player = await server().subscriber();
    await cancel(player);
    await player.get(verify(player));
    expect(await plan(player)).toMatchObject({ isCancelled: true });
  });

  test('cancelling again changes nothing and asks nobody', async () => {
    const player = await server().subscriber();
    await cancel(player);
    const [before, asked] = [await server().snapshot(), cancelled().length];
    expect((await cancel(player)).body).toMatchObject({ status: true });
    expect(await server().snapshot()).toEqual(before);
    expect(cancelled()).toHaveLength(asked);
  });

  test('a plan bought after that is not cancelled', async () => {
    const player = await server().subscriber();
    await cancel(player);
    server().clock.at += 7 * DAY_MS;
    await player.get(subscribe(player), { key: newKey() });
    expect(await plan(player)).toMatchObject({ plan: 'weekly', isCancelled: false });
  });

  test('a plan by card is cancelled without the operator', async () => {
    const player = await server().signUp();
    await buy(player, { product: 'plan-weekly' });
    const asked = cancelled().length;
    expect((await cancel(player)).body).toMatchObject({ status: true });
    expect(cancelled()).toHaveLength(asked);
    expect(await plan(player)).toMatchObject({ way: 'card', isCancelled: true });
  });

  test('without a running plan there is nothing to cancel', async () => {
    for (const player of [await server().signUp(), await lapsed(server())]) {
      const reply = await expectRefused(
        server(),
        () => cancel(player),
        409,
        'subscription/inactive',
      );
      expect(reply.body.message).toBe('You have no running subscription');
    }
    const call = () => server().call('PATCH', '/payments/cancel');
    await expectRefused(server(), call, 401, 'session/required');
  });

  test('an operator that fails leaves the renewal as it is, and is asked again', async () => {
    const player = await server().subscriber();
    await answeringCancel(500, () =>
      expectRefused(server(), () => cancel(player), 502, 'billing/unavailable'),
    );
    expect(await plan(player)).toMatchObject({ isCancelled: false });
    await cancel(player);
    expect(await plan(player)).toMatchObject({ isCancelled: true });
  });

  test('an operator that knows of nothing to renew has nothing to end', async () => {
    const player = await server().subscriber();
    const reply = await answeringCancel(404, () => cancel(player));
    expect(reply.body).toMatchObject({ status: true });
    expect(await plan(player)).toMatchObject({ isCancelled: true });
  });
});
