import * as v from 'valibot';
import { expect, test } from 'vitest';
import { paidReplySchema, paymentsReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { buy } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { lapsed, subscribe, verify } from '../accounts/subscription-calls.ts';

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
    const reply = await expectRefused(server(), () => cancel(player), 409, 'subscription/inactive');
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
