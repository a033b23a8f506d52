import { describe, expect, test } from 'vitest';
import { refuseUnlessMayPlay } from '../../../server/plans/spending-limits.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  attemptsOf,
  knowsNoPlan,
  knowsNoWeek,
  lapsed,
  lostAnswer,
  plansOf,
  renewPlan,
  subscribe,
  verify,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { adult } from '../payments/ticket-calls.ts';

describe('subscriptions', () => {
  const server = testServer();

  test('a new number has a weekly plan from its first look: 1000 coins, once', async () => {
    const player = await server().signUp();
    const first = await player.get(verify(player));
    expect(first.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 1000 },
    });
    const after = await server().snapshot();
    for (const _again of [1, 2, 3]) {
      const again = await player.get(verify(player));
      expect(again.body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
    }
    expect(await server().snapshot()).toEqual(after);
  });

  test('a period seen by two verifies at once is credited once', async () => {
    const player = await server().signUp();
    await Promise.all([1, 2, 3, 4].map(() => player.get(verify(player))));
    expect(await player.user()).toMatchObject({ pointBalance: 1000 });
  });

  test('the plan runs seven days to the millisecond, then verify reports none', async () => {
    const player = await server().subscriber();
    server().clock.at += 7 * DAY_MS - 1;
    expect(await player.user()).toMatchObject({ isActive: true });
    server().clock.at += 1;
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 1000 });
    const before = await server().snapshot();
    const reply = await player.get(verify(player));
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: false, data: null, code: 'subscription/none' });
    expect(await server().snapshot()).toEqual(before);
  });

  test('on demand there is no plan unless a day was bought', async () => {
    const player = await lapsed(server());
    const none = await player.get(verify(player, 'ondemand/'));
    expect(none.body).toMatchObject({ status: false, code: 'subscription/none' });
    const bought = await player.get(subscribe(player, 'daily'), { key: newKey() });
    expect(bought.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
    const found = await player.get(verify(player, 'ondemand/'));
    expect(found.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 2000 },
    });
    server().clock.at += DAY_MS;
    expect(await player.user()).toMatchObject({ isActive: false });
  });

  test('one call asks for either plan by its name, for the weekly one by default', async () => {
    const player = await lapsed(server());
    await renewPlan(server(), player, 'daily');
    for (const path of [verify(player), `${verify(player)}?plan=weekly`]) {
      expect((await player.get(path)).body.code).toBe('subscription/none');
    }
    const daily = await player.get(`${verify(player)}?plan=daily`);
    expect(daily.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 2000 },
    });
    await expectRefused(
      server(),
      () => player.get(`${verify(player)}?plan=yearly`),
      422,
      'request/invalid',
    );
  });

  test('a daily plan beside a running weekly one brings its coins, each plan its own and once', async () => {
    const player = await server().subscriber();
    await renewPlan(server(), player, 'daily');
    const weekly = await player.get(verify(player));
    expect(weekly.body.data).toMatchObject({ pointBalance: 1000 });
    for (const _again of [1, 2]) {
      const daily = await player.get(verify(player, 'ondemand/'));
      expect(daily.body.data).toMatchObject({ isActive: true, pointBalance: 2000 });
      const again = await player.get(verify(player));
      expect(again.body.data).toMatchObject({ pointBalance: 2000 });
    }
  });

  test.each([
    ['01', 'subscription/refused'],
    ['02', 'subscription/pending'],
  ])('a number that ends in %s gets %s and nothing changes', async (ending, code) => {
    const player = await server().signUp({ phone: server().newPhone(ending) });
    const before = await server().snapshot();
    for (const path of [verify(player), verify(player, 'ondemand/'), subscribe(player)]) {
      const reply = await player.get(path, { key: newKey() });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ status: false, data: null, code });
    }
    expect(await server().snapshot()).toEqual(before);
  });

  test('a failure of the operator is reported, and nothing changes', async () => {
    const player = await server().signUp({ phone: server().newPhone('03') });
    for (const path of [verify(player), verify(player, 'ondemand/'), subscribe(player)]) {
      const call = () => player.get(path, { key: newKey() });
      const reply = await expectRefused(server(), call, 502, 'billing/unavailable');
      expect(reply.body.message).toBe('The operator did not answer. Please try again.');
    }
  });

  test.each([
    ['HTML', new Response('<html>busy</html>')],
    ['an empty reply', new Response('')],
    ['a reply of another shape', Response.json({ status: 'active', plan: 'monthly' })],
  ])('%s from the operator is no answer', async (_what, response) => {
    const player = await server().signUp();
    const { fetch } = server().operator;
    server().operator.fetch = async () => response;
    try {
      await expectRefused(server(), () => player.get(verify(player)), 502, 'billing/unavailable');
    } finally {
      server().operator.fetch = fetch;
    }
  });

  test('nobody asks for or charges another number', async () => {
    const [player, other] = [await server().subscriber(), await server().signUp()];
    const asked = server().operator.asked.length;
    for (const path of [verify(other), verify(other, 'ondemand/'), subscribe(other)]) {
      await expectRefused(server(), () => player.get(path), 403, 'user/not-yours');
    }
    const unknown = { phone: '09019999999' };
    await expectRefused(server(), () => player.get(verify(unknown)), 403, 'user/not-yours');
    const broken = { phone: '12345' };
    await expectRefused(server(), () => player.get(verify(broken)), 422, 'phone/invalid');
    // Each minute the server asks on its own how other players' charges ended.
    const isOfThem = (request: string) =>
      request.startsWith('POST') ||
      [other, unknown].some(({ phone }) => request.includes(phone.slice(-10)));
    expect(server().operator.asked.slice(asked).filter(isOfThem)).toEqual([]);
  });

  test('subscribing charges, credits and activates at once', async () => {
    const player = await lapsed(server());
    const reply = await player.get(subscribe(player), { key: newKey() });
    expect(reply.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 2000 },
    });
    const again = () => player.get(subscribe(player), { key: newKey() });
    await expectRefused(server(), again, 409, 'subscription/active');
  });

  test('a dropped reply to a subscription is charged and credited once', async () => {
    const player = await lapsed(server());
    const key = newKey();
    await player.get(subscribe(player), { key });
    const before = await server().snapshot();
    const asked = server().operator.asked.length;
    const repeat = await player.get(subscribe(player), { key });
    expect(repeat.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
    expect(await server().snapshot()).toEqual(before);
    expect(server().operator.asked).toHaveLength(asked);
  });

  test('an unknown plan is refused', async () => {
    const player = await lapsed(server());
    const call = () => player.get(subscribe(player, 'yearly'), { key: newKey() });
    const reply = await expectRefused(server(), call, 422, 'request/invalid');
    expect(reply.body.message).toContain('plan');
  });
});

describe('a subscription before the account', () => {
  const server = testServer();

  const tap = (phone: string, plan = 'daily', key = newKey()) =>
    server().call('GET', subscribe({ phone }, plan), { headers: { 'idempotency-key': key } });

  test('a number without an account is subscribed by number alone, and charged once', async () => {
    const phone = server().newPhone();
    const key = newKey();
    const operator = watchOperator(server(), { look: knowsNoPlan });
    const replies = [await tap(phone, 'daily', key), await tap(phone, 'daily', key)];
    replies.push(await tap(phone), await tap(phone, 'weekly'));
    operator.stop();
    for (const { body } of replies) expect(body).toEqual({ status: true, data: null });
    expect(operator.charges).toHaveLength(1);
    expect(await plansOf(server(), { phone })).toHaveLength(1);
    expect(await attemptsOf(server(), { phone })).toEqual([]);
  });

  test("a number's earlier payments are credited by its sign-up, once", async () => {
    const phone = server().newPhone();
    const operator = watchOperator(server(), { look: knowsNoWeek });
    await tap(phone);
    const player = await server().signUp({ phone });
    expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 1000 });
    const found = await player.get(verify(player, 'ondemand/'));
    expect(found.body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
    const again = () => player.get(subscribe(player, 'daily'), { key: newKey() });
    await expectRefused(server(), again, 409, 'subscription/active');
    operator.stop();
    expect(operator.charges).toHaveLength(1);
  });

  test('a period that has ended by the sign-up is credited too', async () => {
    const phone = server().newPhone();
    const operator = watchOperator(server(), { look: knowsNoWeek });
    for (const _day of [1, 2]) {
      await tap(phone);
      server().clock.at += DAY_MS;
    }
    const player = await server().signUp({ phone });
    operator.stop();
    expect(operator.charges).toHaveLength(2);
    expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 2000 });
    const left = server().db.selectFrom('paid_periods').selectAll();
    expect(await left.where('phone', '=', stored(phone)).execute()).toEqual([]);
  });

  test('an account that is made while the operator charges is credited', async () => {
    const phone = server().newPhone();
    const operator = watchOperator(server(), {
      look: knowsNoWeek,
      charge: async (send) => {
        await server().signUp({ phone });
        return send();
      },
    });
    await tap(phone);
    operator.stop();
    const { body } = await server().lookUp(phone);
    expect(body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
  });

  test('a sign-up and taps at once are one charge, and credited once', async () => {
    const phone = server().newPhone();
    const operator = watchOperator(server(), { look: knowsNoWeek });
    const [player] = await Promise.all([server().signUp({ phone }), tap(phone), tap(phone)]);
    operator.stop();
    await player.get(verify(player, 'ondemand/'));
    expect(new Set(operator.charges).size).toBeLessThanOrEqual(1);
    expect((await player.user()).pointBalance).toBe(1000 * new Set(operator.charges).size);
  });

  test('a charge that is pending at the sign-up is gone on with after it', async () => {
    const phone = server().newPhone();
    const pending = watchOperator(server(), { look: knowsNoWeek, charge: answering('pending') });
    await tap(phone);
    pending.stop();
    const player = await server().signUp({ phone });
    const later = watchOperator(server(), { look: knowsNoWeek });
    const reply = await player.get(subscribe(player, 'daily'), { key: newKey() });
    later.stop();
    expect(reply.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 1000 },
    });
    expect(later.charges).toEqual(pending.charges);
  });

  test('a number without an account that has a plan already is not charged', async () => {
    const phone = server().newPhone();
    for (const _again of [1, 2]) {
      expect((await tap(phone, 'weekly')).body).toEqual({ status: true, data: null });
    }
    expect(await plansOf(server(), { phone })).toMatchObject([
      { reference: `SBX-FIRST-234${phone.slice(1)}` },
    ]);
    expect(await attemptsOf(server(), { phone })).toEqual([]);
  });

  test.each([
    ['01', 'subscription/refused', 0],
    ['02', 'subscription/pending', 1],
  ])('a number without an account that ends in %s gets %s', async (ending, code, attempts) => {
    const phone = server().newPhone(ending);
    const reply = await server().call('GET', subscribe({ phone }));
    expect(reply).toMatchObject({ status: 200, body: { status: false, data: null, code } });
    expect(await attemptsOf(server(), { phone })).toHaveLength(attempts);
  });
});

describe('two plans', () => {
  const server = testServer();

  /** How long a player's paid time lasts, in days. */
  async function daysLeft(player: TestPlayer): Promise<number> {
    const { body } = await player.get('/payments');
    const { endsAt } = (body.meta?.plan ?? {}) as { endsAt?: string };
    return endsAt === undefined ? 0 : (Date.parse(endsAt) - server().clock.at) / DAY_MS;
  }

  test('a charge that is paid after all, beside a plan by card: one follows the other', async () => {
    const player = await lapsed(server());
    const pending = watchOperator(server(), { charge: answering('pending'), look: knowsNoPlan });
    await player.get(subscribe(player), { key: newKey() });
    pending.stop();
    await buy(player, { product: 'plan-weekly' });
    expect(await daysLeft(player)).toBe(7);

    server().clock.at += DAY_MS;
    const late = watchOperator(server(), {
      look: () =>
        Response.json({
          status: 'active',
          reference: pending.charges[0],
          plan: 'weekly',
          startsAt: new Date(server().clock.at).toISOString(),
          endsAt: new Date(server().clock.at + 7 * DAY_MS).toISOString(),
        }),
    });
    for (const _look of [1, 2]) {
      await player.get(verify(player));
      expect(await daysLeft(player)).toBe(13);
    }
    late.stop();
    expect(await player.user()).toMatchObject({ pointBalance: 3000 });
    server().clock.at += 13 * DAY_MS - 1;
    expect(await player.user()).toMatchObject({ isActive: true });
    server().clock.at += 1;
    expect(await player.user()).toMatchObject({ isActive: false });
  });

  test('two plans begun by card: the second follows the first', async () => {
    const player = await server().signUp();
    const first = await begin(player, { product: 'plan-daily' });
    const second = await begin(player, { product: 'plan-weekly' });
    await pay(player, second);
    await pay(player, first);
    expect(await daysLeft(player)).toBe(8);
    expect(await player.user()).toMatchObject({ isActive: true, pointBalance: 2000 });
  });
});

describe('the price that was shown', () => {
  const PRICES = JSON.stringify({ plans: { airtime: { daily: 60, weekly: 120 } } });

  const server = testServer({ env: { PRICES } });

  const SHOWN = { old: '&kobo=10000', now: '&kobo=12000' };

  test('a plan is not charged at another price than was shown', async () => {
    const player = await lapsed(server());
    const operator = watchOperator(server());
    await expectRefused(
      server(),
      () => player.get(subscribe(player) + SHOWN.old, { key: newKey() }),
      409,
      'payment/mismatch',
    );
    expect(operator.charges).toEqual([]);
    expect(await attemptsOf(server(), player)).toEqual([]);
    const reply = await player.get(subscribe(player) + SHOWN.now, { key: newKey() });
    expect(reply.body).toMatchObject({ status: true, data: { isActive: true } });
    expect(operator.charges).toHaveLength(1);
    operator.stop();
    const consents = await player.get('/payments/consents');
    expect(consents.body.data).toMatchObject([{ product: 'plan-weekly', kobo: 12_000 }]);
  });

  test('nor is a number without an account', async () => {
    const phone = '08030000001';
    const reply = await server().call('GET', subscribe({ phone }) + SHOWN.old, {
      headers: { 'idempotency-key': newKey() },
    });
    expect(reply).toMatchObject({ status: 409, body: { code: 'payment/mismatch' } });
  });

  test('a charge that goes on is at the price that it began with', async () => {
    const player = await lapsed(server());
    const lost = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
    await player.get(subscribe(player) + SHOWN.now, { key: newKey() });
    lost.stop();
    const again = watchOperator(server(), { look: knowsNoPlan });
    const reply = await player.get(subscribe(player) + SHOWN.old, { key: newKey() });
    again.stop();
    expect(reply.body).toMatchObject({ status: true, data: { isActive: true } });
    expect(again.charges).toEqual(lost.charges);
  });
});

describe('who may play Millionaire Rush', () => {
  const server = testServer();

  /** Why a player may not play; `null` if they may. */
  async function refusal({ id }: TestPlayer, isContestOpen = true): Promise<string | null> {
    const config = { isContestOpen };
    const work = server().db.transaction();
    const asked = work.execute((trx) =>
      refuseUnlessMayPlay(trx, { config }, id, server().clock.at),
    );
    return asked.then(
      () => null,
      (error) => error.code,
    );
  }

  test('an adult with a plan may play while the contest is open', async () => {
    const player = await adult(server());
    expect(await refusal(player)).toBeNull();
    expect(await refusal(player, false)).toBe('rush/closed');
  });

  test('an unknown age, an age of 17 and no plan keep from playing', async () => {
    const player = await server().subscriber();
    expect(await refusal(player)).toBe('spending/age-needed');
    await bornOn(player, '2010-01-01');
    expect(await refusal(player)).toBe('spending/under-age');
    // 18 today, in Lagos.
    await bornOn(player, '2008-11-18');
    expect(await refusal(player)).toBeNull();
    await bornOn(player, '2008-11-19');
    expect(await refusal(player)).toBe('spending/under-age');
    const lapsed = await server().signUp();
    await bornOn(lapsed, '1990-01-01');
    expect(await refusal(lapsed)).toBe('subscription/inactive');
  });
});
