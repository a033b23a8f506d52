import { expect, test } from 'vitest';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import {
  attemptsOf,
  knowsNoPlan,
  lapsed,
  lostAnswer,
  plansOf,
  renewPlan,
  subscribe,
  verify,
  watchOperator,
} from './subscription-calls.ts';

const server = testServer();

test.each(['weekly', 'daily'])(
  'a plan that the operator renewed is taken over, not charged again (%s is asked for)',
  async (plan) => {
    const player = await lapsed(server());
    await renewPlan(server(), player, 'weekly');
    const operator = watchOperator(server());
    const reply = await player.get(subscribe(player, plan), { key: newKey() });
    operator.stop();
    expect(reply.body).toMatchObject({
      status: true,
      data: { isActive: true, pointBalance: 2000 },
    });
    expect(operator.charges).toEqual([]);
    expect(await attemptsOf(server(), player)).toEqual([]);
    await player.get(verify(player));
    expect(await player.user()).toMatchObject({ pointBalance: 2000 });
  },
);

test('nothing is charged while the operator does not say what runs', async () => {
  const player = await lapsed(server());
  const operator = watchOperator(server(), {
    look: (url) => (url.includes('plan=daily') ? new Response('', { status: 503 }) : null),
  });
  const call = () => player.get(subscribe(player), { key: newKey() });
  await expectRefused(server(), call, 502, 'billing/unavailable');
  operator.stop();
  expect(operator.charges).toEqual([]);
  expect(await attemptsOf(server(), player)).toEqual([]);
});

test('both plans are asked for side by side', async () => {
  const player = await lapsed(server());
  let waiting = 0;
  let answer = () => {};
  const bothAsked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { operator } = server();
  const { fetch } = operator;
  operator.fetch = async (url, init) => {
    if (init.method === 'GET') {
      waiting += 1;
      if (waiting === 2) answer();
      await bothAsked;
    }
    return fetch(url, init);
  };
  const reply = await player.get(subscribe(player), { key: newKey() });
  operator.fetch = fetch;
  expect(reply.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
});

test('a charge whose answer was lost is not charged again by the same call', async () => {
  const player = await lapsed(server());
  const key = newKey();
  const lost = watchOperator(server(), { charge: lostAnswer });
  const reply = await player.get(subscribe(player), { key });
  lost.stop();
  expect(reply).toMatchObject({ status: 502, body: { code: 'billing/unavailable' } });
  const again = await player.get(subscribe(player), { key });
  expect(again.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  expect(lost.charges).toHaveLength(1);
  expect(await plansOf(server(), player)).toHaveLength(2);
});

test('a charge whose answer was lost is gone on with by a later call too', async () => {
  const player = await lapsed(server());
  const lost = watchOperator(server(), { charge: lostAnswer });
  await player.get(subscribe(player), { key: newKey() });
  lost.stop();
  server().clock.at += 31_000;
  const later = watchOperator(server(), { look: knowsNoPlan });
  const reply = await player.get(subscribe(player), { key: newKey() });
  later.stop();
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  expect(later.charges).toEqual(lost.charges);
  expect(await plansOf(server(), player)).toHaveLength(2);
});

test('a charge that a killed server left open is closed by the next look, though its plan is there', async () => {
  const player = await lapsed(server());
  const { charges, stop } = watchOperator(server());
  await player.get(subscribe(player), { key: newKey() });
  stop();
  const at = new Date(server().clock.at);
  await server()
    .db.insertInto('charge_attempts')
    .values({
      phone: stored(player.phone),
      plan: 'weekly',
      reference: charges[0] ?? '',
      started_at: at,
      asking: 1,
      asked_at: at,
      is_undecided: false,
    })
    .execute();
  await player.get(verify(player));
  expect(await attemptsOf(server(), player)).toEqual([]);
  expect(await player.user()).toMatchObject({ pointBalance: 2000 });
});

test('taps at once, each with a key of its own, are charged once', async () => {
  const player = await lapsed(server());
  const operator = watchOperator(server(), { look: knowsNoPlan });
  const taps = [newKey(), newKey(), newKey()].map((key) => player.get(subscribe(player), { key }));
  const replies = await Promise.all(taps);
  operator.stop();
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  for (const { status, body } of replies) {
    expect(status === 200 || body.code === 'subscription/active').toBe(true);
  }
  expect(new Set(operator.charges).size).toBe(1);
  expect(await player.user()).toMatchObject({ pointBalance: 2000 });
  expect(await plansOf(server(), player)).toHaveLength(2);
  expect(await attemptsOf(server(), player)).toEqual([]);
});
