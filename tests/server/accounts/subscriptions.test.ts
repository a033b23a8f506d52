import { expect, test } from 'vitest';
import type { ProviderFetch } from '../../../server/providers/airtime-billing.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const server = testServer();

const verify = ({ phone }: { phone: string }, kind = '') =>
  `/payments/subscription/${kind}airtime/verify/${phone}`;
const subscribe = ({ phone }: { phone: string }, plan = 'weekly') =>
  `/payments/subscribe/airtime/${phone}?plan=${plan}`;

async function lapsed(): Promise<TestPlayer> {
  const player = await server().subscriber();
  server().clock.at += 7 * DAY_MS;
  return player;
}

/** What the operator charged a player, with the plan of the first look. */
const plansOf = ({ phone }: { phone: string }) =>
  server()
    .db.selectFrom('sandbox_airtime_plans')
    .selectAll()
    .where('phone', '=', `234${phone.slice(1)}`)
    .execute();

const attemptsOf = ({ phone }: { phone: string }) =>
  server()
    .db.selectFrom('charge_attempts')
    .selectAll()
    .where('phone', '=', `234${phone.slice(1)}`)
    .execute();

/** Notes the reference of each charge that the operator is asked for, until it is stopped. */
function operatorReferences(answer = (send: () => ReturnType<ProviderFetch>) => send()) {
  const { operator } = server();
  const { fetch } = operator;
  const seen: string[] = [];
  operator.fetch = async (url, init) => {
    if (init.method !== 'POST') return fetch(url, init);
    seen.push(JSON.parse(init.body ?? '').reference);
    return answer(() => fetch(url, init));
  };
  const stop = () => {
    operator.fetch = fetch;
  };
  return { seen, stop };
}

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
  const player = await lapsed();
  const none = await player.get(verify(player, 'ondemand/'));
  expect(none.body).toMatchObject({ status: false, code: 'subscription/none' });
  const bought = await player.get(subscribe(player, 'daily'), { key: newKey() });
  expect(bought.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  const found = await player.get(verify(player, 'ondemand/'));
  expect(found.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  server().clock.at += DAY_MS;
  expect(await player.user()).toMatchObject({ isActive: false });
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

test('an operator that fails is said to, and nothing changes', async () => {
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
  expect(server().operator.asked).toHaveLength(asked);
});

test('subscribing charges, credits and activates at once', async () => {
  const player = await lapsed();
  const reply = await player.get(subscribe(player), { key: newKey() });
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  const again = () => player.get(subscribe(player), { key: newKey() });
  await expectRefused(server(), again, 409, 'subscription/active');
});

test('a dropped reply to a subscription is charged and credited once', async () => {
  const player = await lapsed();
  const key = newKey();
  await player.get(subscribe(player), { key });
  const before = await server().snapshot();
  const asked = server().operator.asked.length;
  const repeat = await player.get(subscribe(player), { key });
  expect(repeat.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  expect(await server().snapshot()).toEqual(before);
  expect(server().operator.asked).toHaveLength(asked);
});

test('a charge whose answer was lost is not charged again by the same call', async () => {
  const player = await lapsed();
  const { fetch } = server().operator;
  const key = newKey();
  server().operator.fetch = async (url, init) => {
    await fetch(url, init);
    throw new Error('the line went dead');
  };
  const lost = await player.get(subscribe(player), { key });
  server().operator.fetch = fetch;
  expect(lost.body.code).toBe('billing/unavailable');
  const reply = await player.get(subscribe(player), { key });
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  expect(await plansOf(player)).toHaveLength(2);
});

test('taps at once, each with a key of its own, are charged once', async () => {
  const player = await lapsed();
  const references = operatorReferences();
  const taps = [newKey(), newKey(), newKey()].map((key) => player.get(subscribe(player), { key }));
  const replies = await Promise.all(taps);
  expect(replies.some(({ status }) => status === 200)).toBe(true);
  for (const { status, body } of replies) {
    expect(status === 200 || body.code === 'subscription/active').toBe(true);
  }
  expect(new Set(references.seen).size).toBe(1);
  references.stop();
  expect(await player.user()).toMatchObject({ pointBalance: 2000 });
  expect(await plansOf(player)).toHaveLength(2);
});

test('a tap on a pending charge goes on with it, whatever its key', async () => {
  const player = await lapsed();
  const references = operatorReferences(async () => Response.json({ status: 'pending' }));
  for (const key of [newKey(), newKey()]) {
    const reply = await player.get(subscribe(player), { key });
    expect(reply.body).toMatchObject({ status: false, code: 'subscription/pending' });
  }
  references.stop();
  const after = operatorReferences();
  const reply = await player.get(subscribe(player), { key: newKey() });
  after.stop();
  expect(reply.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  expect(references.seen).toHaveLength(2);
  expect(new Set([...references.seen, ...after.seen]).size).toBe(1);
  expect(await plansOf(player)).toHaveLength(2);
  expect(await attemptsOf(player)).toEqual([]);
});

test('a charge whose answer was lost is gone on with by a later call too', async () => {
  const player = await lapsed();
  const lost = operatorReferences(async (send) => {
    await send();
    throw new Error('the line went dead');
  });
  const reply = await player.get(subscribe(player), { key: newKey() });
  expect(reply).toMatchObject({ status: 502, body: { code: 'billing/unavailable' } });
  lost.stop();
  server().clock.at += 31_000;
  const later = operatorReferences();
  const again = await player.get(subscribe(player), { key: newKey() });
  later.stop();
  expect(again.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  expect(later.seen).toEqual(lost.seen);
  expect(await plansOf(player)).toHaveLength(2);
});

test('a lost charge that verify finds has ended', async () => {
  const player = await lapsed();
  const lost = operatorReferences(async (send) => {
    await send();
    throw new Error('the line went dead');
  });
  await player.get(subscribe(player), { key: newKey() });
  lost.stop();
  expect(await attemptsOf(player)).toHaveLength(1);
  expect((await player.get(verify(player))).body).toMatchObject({ data: { pointBalance: 2000 } });
  expect(await attemptsOf(player)).toEqual([]);
});

test('another plan waits for a charge without a known end, for a day at most', async () => {
  const player = await lapsed();
  const pending = operatorReferences(async () => Response.json({ status: 'pending' }));
  await player.get(subscribe(player), { key: newKey() });
  const other = () => player.get(subscribe(player, 'daily'), { key: newKey() });
  server().clock.at += DAY_MS - 1;
  const reply = await expectRefused(server(), other, 409, 'subscription/running');
  expect(reply.headers['retry-after']).toBe('60');
  expect(pending.seen).toHaveLength(1);
  pending.stop();
  server().clock.at += 1;
  const later = operatorReferences();
  expect((await other()).body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  later.stop();
  expect(later.seen).not.toEqual(pending.seen);
});

test('after a refused charge the next call is a charge of its own', async () => {
  const player = await lapsed();
  const refused = operatorReferences(async () => Response.json({ status: 'refused' }));
  for (const plan of ['weekly', 'daily']) {
    const reply = await player.get(subscribe(player, plan), { key: newKey() });
    expect(reply.body).toMatchObject({ status: false, code: 'subscription/refused' });
  }
  refused.stop();
  expect(new Set(refused.seen).size).toBe(2);
  expect(await attemptsOf(player)).toEqual([]);
});

test('an unknown plan is refused', async () => {
  const player = await lapsed();
  const call = () => player.get(subscribe(player, 'yearly'), { key: newKey() });
  const reply = await expectRefused(server(), call, 422, 'request/invalid');
  expect(reply.body.message).toContain('plan');
});

test('a number without an account is subscribed by number alone, and credited once it has one', async () => {
  const phone = server().newPhone();
  const key = newKey();
  const call = () =>
    server().call('GET', subscribe({ phone }, 'daily'), { headers: { 'idempotency-key': key } });
  const { fetch } = server().operator;
  // An operator that knows no plan of the number yet.
  server().operator.fetch = async (url, init) =>
    init.method === 'GET' && url.includes(phone.slice(1))
      ? Response.json({ status: 'none' })
      : fetch(url, init);
  const [reply, repeat] = [await call(), await call()];
  server().operator.fetch = fetch;
  expect(reply.body).toEqual({ status: true, data: null });
  expect(repeat.body).toEqual(reply.body);
  expect(await plansOf({ phone })).toHaveLength(1);
  expect(await attemptsOf({ phone })).toEqual([]);
  const player = await server().signUp({ phone });
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 0 });
  const verified = await player.get(verify(player, 'ondemand/'));
  expect(verified.body.data).toMatchObject({ isActive: true, pointBalance: 1000 });
});

test('a number without an account that has a plan already is not charged', async () => {
  const phone = server().newPhone();
  for (const key of [newKey(), newKey()]) {
    const headers = { 'idempotency-key': key };
    const reply = await server().call('GET', subscribe({ phone }), { headers });
    expect(reply.body).toEqual({ status: true, data: null });
  }
  expect(await plansOf({ phone })).toMatchObject([{ reference: `SBX-FIRST-234${phone.slice(1)}` }]);
  expect(await attemptsOf({ phone })).toEqual([]);
});

test.each([
  ['01', 'subscription/refused', 0],
  ['02', 'subscription/pending', 1],
])('a number without an account that ends in %s gets %s', async (ending, code, attempts) => {
  const phone = server().newPhone(ending);
  const reply = await server().call('GET', subscribe({ phone }));
  expect(reply).toMatchObject({ status: 200, body: { status: false, data: null, code } });
  expect(await attemptsOf({ phone })).toHaveLength(attempts);
});
