import * as v from 'valibot';
import { expect, test } from 'vitest';
import { paymentsReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { renewPlan, subscribe, verify } from '../accounts/subscription-calls.ts';

const server = testServer();

async function payments(player: TestPlayer) {
  const reply = v.parse(paymentsReplySchema, (await player.get('/payments')).body);
  if (!reply.status) throw new Error(String(reply.code));
  return { history: reply.data, plan: reply.meta?.plan };
}

const iso = (at: number) => new Date(at).toISOString();

test('a player without payments has an empty history and no plan', async () => {
  const player = await server().signUp();
  expect(await payments(player)).toEqual({ history: [], plan: null });
});

test('nobody reads a history without a token', async () => {
  const call = () => server().call('GET', '/payments');
  await expectRefused(server(), call, 401, 'session/required');
});

test('the history has what was paid by any way, its fee included, the newest first', async () => {
  const player = await server().subscriber();
  const other = await server().subscriber();
  const begun = server().clock.at;
  server().clock.at += 1000;
  await buy(player);
  await begin(player, { product: 'coins-1000' });
  await buy(other);
  server().clock.at += 7 * DAY_MS;
  await buy(player, { way: 'mobile-money', product: 'plan-daily' });
  const { history } = await payments(player);
  expect(history).toEqual([
    { description: 'Daily subscription', amount: 100, createdAt: iso(server().clock.at) },
    { description: '3,500 coins', amount: 507.5, createdAt: iso(begun + 1000) },
    { description: 'Weekly subscription', amount: 100, createdAt: iso(begun) },
  ]);
});

test('the plan says its way, its price and until when', async () => {
  const player = await server().signUp();
  await renewPlan(server(), player, 'daily');
  await player.get(verify(player, 'ondemand/'));
  const { plan } = await payments(player);
  expect(plan).toEqual({
    plan: 'daily',
    way: 'airtime',
    naira: 50,
    endsAt: iso(server().clock.at + DAY_MS),
    isCancelled: false,
    renews: false,
    renewal: { plan: 'daily', way: 'airtime', kobo: 5_000, feeKobo: 0 },
  });
  server().clock.at += DAY_MS;
  expect((await payments(player)).plan).toBeNull();
});

test('a plan is paid until the end of the one that follows it', async () => {
  const player = await server().signUp();
  const first = await begin(player, { product: 'plan-weekly' });
  await buy(player, { way: 'mobile-money', product: 'plan-daily' });
  await pay(player, first);
  expect((await payments(player)).plan).toMatchObject({
    plan: 'daily',
    way: 'mobile-money',
    naira: 100,
    endsAt: iso(server().clock.at + 8 * DAY_MS),
  });
});

test("a plan's cost stays in the history when its price changes", async () => {
  const player = await server().subscriber();
  await server()
    .db.updateTable('subscriptions')
    .set({ kobo: 7_500 })
    .where('player_id', '=', player.id)
    .execute();
  const { history, plan } = await payments(player);
  expect(history).toMatchObject([{ amount: 75 }]);
  expect(plan).toMatchObject({ naira: 75 });
});

test('a charge by airtime stands in it once', async () => {
  const player = await server().subscriber();
  server().clock.at += 7 * DAY_MS;
  await player.get(subscribe(player, 'daily'), { key: newKey() });
  await player.get(verify(player, 'ondemand/'));
  const { history } = await payments(player);
  expect(history.map(({ description, amount }) => [description, amount])).toEqual([
    ['Daily subscription', 50],
    ['Weekly subscription', 100],
  ]);
});
