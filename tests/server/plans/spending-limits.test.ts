import { describe, expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { begin, buy } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  attemptsOf,
  lapsed,
  lostAnswer,
  renewPlan,
  subscribe,
  verify,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { expected, newReference } from '../payments/card-calls.ts';
import { newOrder, pay } from '../payments/collection-calls.ts';
import {
  CARD,
  cardSubscriber,
  periodsOf,
  renewalOf,
  renewalServer,
  run,
  turn,
  watch,
} from '../payments/renewal-calls.ts';
import { bornOn, care, set, wish } from '../payments/spending-limit-calls.ts';

describe('spending limits', () => {
  const server = testServer();

  const iso = (at: number) => new Date(at).toISOString();

  const weekEnd = () => weekOf(server().clock.at).endsAt;

  test('nothing is limited until the player says so', async () => {
    const player = await server().signUp();
    expect(await care(player)).toEqual({
      weeklyNaira: null,
      next: null,
      spentKobo: 0,
      pendingKobo: 0,
      weekEndsAt: '2026-11-22T23:00:00.000Z',
      breakUntil: null,
      isUnderAge: false,
      stopped: null,
    });
  });

  test('a limit counts at once, a lower one too, a higher one or none from Monday on', async () => {
    const player = await server().signUp();
    expect(await set(player, { weeklyNaira: 500 })).toMatchObject({ weeklyNaira: 500, next: null });
    const monday = weekEnd();
    expect(await set(player, { weeklyNaira: 1000 })).toMatchObject({
      weeklyNaira: 500,
      next: { weeklyNaira: 1000, from: iso(monday) },
    });
    expect(await set(player, { weeklyNaira: 300 })).toMatchObject({ weeklyNaira: 300, next: null });
    await set(player, { weeklyNaira: null });
    server().clock.at = monday - 1;
    expect(await care(player)).toMatchObject({
      weeklyNaira: 300,
      next: { weeklyNaira: null, from: iso(monday) },
    });
    server().clock.at = monday;
    expect(await care(player)).toMatchObject({ weeklyNaira: null, next: null });
  });

  test.each([49, 100_001, 99.5, '100'])('a limit of %s is none', async (weeklyNaira) => {
    const player = await server().signUp();
    await expectRefused(server(), () => wish(player, { weeklyNaira }), 422, 'request/invalid');
    await expectRefused(server(), () => wish(player, { breakDays: 2 }), 422, 'request/invalid');
  });

  test('a break is never shortened, a longer one takes its place, and it ends by itself', async () => {
    const player = await server().signUp();
    const { at } = server().clock;
    expect(await set(player, { breakDays: 7 })).toMatchObject({ breakUntil: iso(at + 7 * DAY_MS) });
    expect(await set(player, { breakDays: 1 })).toMatchObject({ breakUntil: iso(at + 7 * DAY_MS) });
    const key = newKey();
    for (const later of [0, 60_000]) {
      server().clock.at = at + later;
      const { body } = await wish(player, { breakDays: 30 }, key);
      expect(body.data).toMatchObject({ breakUntil: iso(at + 30 * DAY_MS) });
    }
    // A limit set meanwhile does not change it.
    server().clock.at = at + 30 * DAY_MS - 1;
    expect((await set(player, { weeklyNaira: 200 })).breakUntil).toBe(iso(at + 30 * DAY_MS));
    server().clock.at += 1;
    expect((await care(player))?.breakUntil).toBeNull();
    await expected(player);
  });

  test('paid and pending sums count with their fees, failed and reversed ones do not', async () => {
    const player = await server().signUp();
    await buy(player, { product: 'coins-100' });
    const [pending, failed, refunded] = [
      await begin(player, { product: 'coins-100' }),
      await begin(player, { product: 'coins-500' }),
      await buy(player, { product: 'coins-1000' }),
    ];
    const state = (reference: string, to: 'failed' | 'refunded' | 'mismatched') =>
      server().db.updateTable('payments').set({ state: to }).where('reference', '=', reference);
    await state(failed, 'failed').execute();
    await state(refunded, 'refunded').execute();
    expect(await care(player)).toMatchObject({ spentKobo: 20_300, pendingKobo: 10_150 });
    await state(pending, 'mismatched').execute();
    expect(await care(player)).toMatchObject({ spentKobo: 20_300, pendingKobo: 10_150 });
  });

  test('airtime counts once, whether we charged it, the operator did, or both report it', async () => {
    const player = await lapsed(server());
    server().toNextWeek();
    expect(await care(player)).toMatchObject({ spentKobo: 0 });
    await player.get(subscribe(player), { key: newKey() });
    expect(await care(player)).toMatchObject({ spentKobo: 10_000, pendingKobo: 0 });
    // The same week under a reference of the operator's own.
    await server()
      .db.updateTable('subscriptions')
      .set({ reference: 'OPERATORS-OWN' })
      .where('player_id', '=', player.id)
      .where('reference', 'like', 'FM-%')
      .execute();
    expect(await care(player)).toMatchObject({ spentKobo: 10_000 });
    await server()
      .db.updateTable('subscriptions')
      .set({ undone_at: new Date() })
      .where('reference', '=', 'OPERATORS-OWN')
      .execute();
    expect(await care(player)).toMatchObject({ spentKobo: 0 });
  });

  test('a charge by the operator itself is credited in a break and past the limit, and counts', async () => {
    const player = await lapsed(server());
    server().toNextWeek();
    await set(player, { weeklyNaira: 50, breakDays: 7 });
    await renewPlan(server(), player);
    expect((await player.get(verify(player))).body.status).toBe(true);
    expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
    expect(await care(player)).toMatchObject({ spentKobo: 10_000 });
  });

  test('a new week has the whole limit again', async () => {
    const player = await server().signUp();
    await set(player, { weeklyNaira: 150 });
    server().clock.at = weekEnd() - 1;
    await buy(player, { product: 'coins-100' });
    const again = () =>
      player.post('/payments/expected', {
        product: 'coins-100',
        provider: 'card',
        reference: 'FOM-0123456789abcdefgh',
      });
    const { body } = await expectRefused(server(), again, 409, 'spending/limit-reached');
    expect(body.message).toBe(
      'This costs ₦101.50, and your limit of ₦150 a week has ₦48.50 left until Monday. Nothing was charged.',
    );
    server().clock.at += 1;
    expect((await again()).body.status).toBe(true);
  });

  test('of many purchases at the same time no more go through than the limit has room for', async () => {
    const players = await Promise.all([1, 2, 3, 4].map(() => server().subscriber()));
    server().clock.at += 7 * DAY_MS;
    server().toNextWeek();
    for (const player of players) await set(player, { weeklyNaira: 250 });
    const through = await Promise.all(
      players.map(async (player) => {
        const card = () => expected(player).then(Boolean, () => false);
        const airtime = async () =>
          (await player.get(subscribe(player), { key: newKey() })).body.status;
        return Promise.all([card(), card(), airtime(), card(), card(), card()]);
      }),
    );
    for (const purchases of through) expect(purchases.filter(Boolean)).toHaveLength(2);
    for (const player of players) {
      const { spentKobo } = (await care(player)) ?? { spentKobo: 0 };
      expect(spentKobo).toBeGreaterThan(20_000);
      expect(spentKobo).toBeLessThanOrEqual(25_000);
    }
  });

  test('the user has the date of birth that is kept', async () => {
    const player = await server().signUp();
    expect((await player.user()).dob).toBeNull();
    await bornOn(player, '2008-11-19');
    expect((await player.user()).dob).toBe('2008-11-19');
  });

  test('from 00:00 in Lagos of the 18th birthday on everything can be bought', async () => {
    const player = await server().signUp();
    server().clock.at = Date.parse('2027-03-10T12:00:00Z');
    await bornOn(player, '2009-03-12');
    expect((await care(player))?.isUnderAge).toBe(true);
    const buying = () =>
      player.post('/payments/expected', {
        product: 'coins-100',
        provider: 'card',
        reference: 'FOM-abcdefgh0123456789',
      });
    server().clock.at = Date.parse('2027-03-11T22:59:59Z');
    await expectRefused(server(), buying, 409, 'spending/under-age');
    server().clock.at += 1000;
    expect((await buying()).body.status).toBe(true);
  });
});

describe('changes of a spending limit', () => {
  const server = renewalServer();

  const WEEK_MS = 7 * DAY_MS;

  /** Each way to buy, ready to be called. */
  const DOORS: Record<string, (player: TestPlayer) => Promise<() => Promise<Reply>>> = {
    airtime: async (player) => () => player.get(subscribe(player), { key: newKey() }),
    card: async (player) => {
      const body = { product: 'plan-weekly', provider: 'card', reference: newReference() };
      return () => player.post('/payments/expected', body, { key: newKey() });
    },
    'mobile money': async (player) => {
      const order = await newOrder(player);
      return () => pay(player, order, newKey());
    },
  };

  const STOPS: [string, (player: TestPlayer) => Promise<unknown>, string][] = [
    ['the limit', (player) => set(player, { weeklyNaira: 50 }), 'spending/limit-reached'],
    ['a break', (player) => set(player, { breakDays: 1 }), 'spending/on-break'],
    ['an age of 17', (player) => bornOn(player, '2010-01-01'), 'spending/under-age'],
  ];

  for (const [door, ready] of Object.entries(DOORS)) {
    test.each(STOPS)(
      `by ${door} nothing is bought past %s, and play goes on`,
      async (_what, stop, code) => {
        const player = await lapsed(server());
        server().toNextWeek();
        const buy = await ready(player);
        await stop(player);
        const asked = server().operator.asked.filter((one) => one.startsWith('POST')).length;
        const { body } = await expectRefused(server(), buy, 409, code);
        expect(body.message).toContain('Nothing was charged');
        expect(server().operator.asked.filter((one) => one.startsWith('POST'))).toHaveLength(asked);
        expect((await player.get('/user/dailyplays')).body.status).toBe(true);
      },
    );
  }

  test.each(Object.keys(DOORS))('by %s is bought what the limit has room for', async (door) => {
    const player = await lapsed(server());
    server().toNextWeek();
    const buy = await DOORS[door]?.(player);
    await set(player, { weeklyNaira: 250 });
    expect((await buy?.())?.body.status).toBe(true);
  });

  test('a charge that the limit refused leaves nothing behind: another plan can be bought', async () => {
    const player = await lapsed(server());
    server().toNextWeek();
    await set(player, { weeklyNaira: 50 });
    const at = server().clock.at;
    await Promise.all([1, 2, 3].map(() => player.get(subscribe(player), { key: newKey() })));
    expect(await attemptsOf(server(), player)).toEqual([]);
    expect((await player.get(subscribe(player, 'daily'), { key: newKey() })).body.status).toBe(
      true,
    );
    expect(server().clock.at).toBe(at);
  });

  test('a charge whose answer was lost goes on in a break, and counts meanwhile', async () => {
    const player = await lapsed(server());
    server().toNextWeek();
    const key = newKey();
    const operator = watchOperator(server(), { charge: lostAnswer });
    await player.get(subscribe(player), { key });
    operator.stop();
    expect(await care(player)).toMatchObject({ spentKobo: 10_000, pendingKobo: 10_000 });
    await set(player, { breakDays: 1 });
    expect((await player.get(subscribe(player), { key })).body.status).toBe(true);
    expect(await care(player)).toMatchObject({ spentKobo: 10_000, pendingKobo: 0 });
  });

  test('a refused charge no longer counts, and its repeated call is checked again', async () => {
    const player = await lapsed(server());
    server().toNextWeek();
    const key = newKey();
    const operator = watchOperator(server(), { charge: answering('refused') });
    expect((await player.get(subscribe(player), { key })).body.code).toBe('subscription/refused');
    operator.stop();
    expect(await care(player)).toMatchObject({ spentKobo: 0 });
    await set(player, { weeklyNaira: 50 });
    const again = () => player.get(subscribe(player), { key });
    await expectRefused(server(), again, 409, 'spending/limit-reached');
  });

  test('a number without an account has no limit; what it paid counts once it has one', async () => {
    const phone = server().newPhone();
    const reply = await server().call('GET', subscribe({ phone }), {
      headers: { 'idempotency-key': newKey() },
    });
    expect(reply.body.status).toBe(true);
    expect(await care(await server().signUp({ phone }))).toMatchObject({ spentKobo: 10_000 });
  });

  async function byAirtime() {
    const player = await server().subscriber();
    await turn(player, true);
    return player;
  }

  async function byCard() {
    const { player } = await cardSubscriber(server());
    await turn(player, true);
    return player;
  }

  const RENEWALS = { airtime: byAirtime, card: byCard };

  for (const [way, renewing] of Object.entries(RENEWALS)) {
    test.each([
      ['limit', (player: TestPlayer) => set(player, { weeklyNaira: 50 })],
      ['break', (player: TestPlayer) => set(player, { breakDays: 30 })],
      ['under-age', (player: TestPlayer) => bornOn(player, '2010-01-01')],
    ] as const)(
      `a plan by ${way} does not renew past %s: it lapses, which the player is told`,
      async (by, stop) => {
        const player = await renewing();
        await stop(player);
        server().clock.at += WEEK_MS;
        const at = server().clock.at;
        const asked = server().operator.asked.filter((one) => one.startsWith('POST')).length;
        await run(server());
        expect(server().operator.asked.filter((one) => one.startsWith('POST'))).toHaveLength(asked);
        expect(await renewalOf(player)).toBeUndefined();
        expect(await periodsOf(player)).toEqual([`weekly ${way}`]);
        expect(await player.user()).toMatchObject({ isActive: false });
        expect(await attemptsOf(server(), player)).toEqual([]);
        expect((await care(player))?.stopped).toEqual({ at: new Date(at).toISOString(), by });
      },
    );
  }

  test('a stopped renewal is news until another plan runs', async () => {
    const player = await byAirtime();
    await set(player, { breakDays: 7 });
    server().clock.at += WEEK_MS - 1;
    await run(server());
    server().clock.at += 1;
    await set(player, { weeklyNaira: 50 });
    await run(server());
    expect((await care(player))?.stopped).toMatchObject({ by: 'limit' });
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    expect((await care(player))?.stopped).toBeNull();
  });

  test('a renewal that the limit has room for goes on', async () => {
    const player = await byAirtime();
    await set(player, { weeklyNaira: 100 });
    server().clock.at += WEEK_MS;
    await run(server());
    expect(await periodsOf(player)).toHaveLength(2);
  });

  test('a card whose charge never got there is not charged in a break', async () => {
    const player = await byCard();
    server().clock.at += WEEK_MS;
    const broken = watch(server(), CARD, async () => Promise.reject(new Error('ECONNRESET')));
    await run(server());
    broken.stop();
    await set(player, { breakDays: 30 });
    server().clock.at += 10 * 60_000;
    const charges = watch(server(), CARD);
    await run(server());
    charges.stop();
    expect(charges.sent).toEqual([]);
    expect((await care(player))?.stopped).toMatchObject({ by: 'break' });
  });

  test.each(STOPS.slice(1))('nobody turns a renewal on past %s', async (_what, stop, code) => {
    const player = await server().subscriber();
    await stop(player);
    await expectRefused(server(), () => turn(player, true), 409, code);
    expect((await turn(player, false)).body.status).toBe(true);
  });
});
