import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { lapsed, renewPlan, subscribe, verify } from './subscription-calls.ts';

const server = testServer();

test('a new number has a weekly plan from its first look: 1000 coins, once', async () => {
  const player = await server().signUp();
  const first = await player.get(verify(player));
  expect(first.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 1000 } });
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
  expect(found.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
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
  expect(daily.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
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
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
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
