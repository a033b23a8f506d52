import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import {
  answering,
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

test('a tap on a pending charge goes on with it, whatever its key', async () => {
  const player = await lapsed(server());
  const pending = watchOperator(server(), { charge: answering('pending') });
  for (const key of [newKey(), newKey()]) {
    const reply = await player.get(subscribe(player), { key });
    expect(reply.body).toMatchObject({ status: false, code: 'subscription/pending' });
  }
  pending.stop();
  const after = watchOperator(server());
  const reply = await player.get(subscribe(player), { key: newKey() });
  after.stop();
  expect(reply.body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  expect(pending.charges).toHaveLength(2);
  expect(new Set([...pending.charges, ...after.charges]).size).toBe(1);
  expect(await plansOf(server(), player)).toHaveLength(2);
  expect(await attemptsOf(server(), player)).toEqual([]);
});

test.each(['pending', 'lost'])(
  'a %s charge that the operator has not heard of is still open, its plan alone and for a day',
  async (first) => {
    const player = await lapsed(server());
    const charge = first === 'lost' ? () => Promise.reject(new Error()) : answering('pending');
    const undecided = watchOperator(server(), { charge, look: knowsNoPlan });
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    const look = async (kind: '' | 'ondemand/') =>
      (await player.get(verify(player, kind))).body.code;
    expect(await look('ondemand/')).toBe('subscription/pending');
    expect(await look('')).toBe('subscription/none');
    server().clock.at += DAY_MS;
    expect(await look('ondemand/')).toBe('subscription/none');
    undecided.stop();
    expect(await player.user()).toMatchObject({ pointBalance: 1000 });
  },
);

test('a lost charge that verify finds has ended', async () => {
  const player = await lapsed(server());
  const lost = watchOperator(server(), { charge: lostAnswer });
  await player.get(subscribe(player), { key: newKey() });
  lost.stop();
  expect(await attemptsOf(server(), player)).toHaveLength(1);
  expect((await player.get(verify(player))).body).toMatchObject({ data: { pointBalance: 2000 } });
  expect(await attemptsOf(server(), player)).toEqual([]);
});

test('another plan waits for a charge without a known end, for a day at most', async () => {
  const player = await lapsed(server());
  const pending = watchOperator(server(), { charge: answering('pending') });
  await player.get(subscribe(player), { key: newKey() });
  const other = () => player.get(subscribe(player, 'daily'), { key: newKey() });
  server().clock.at += DAY_MS - 1;
  const reply = await expectRefused(server(), other, 409, 'subscription/running');
  expect(reply.headers['retry-after']).toBe('60');
  expect(pending.charges).toHaveLength(1);
  pending.stop();
  server().clock.at += 1;
  const later = watchOperator(server());
  expect((await other()).body).toMatchObject({ status: true, data: { pointBalance: 2000 } });
  later.stop();
  expect(later.charges).not.toEqual(pending.charges);
});

test('after a refused charge the next call is a charge of its own', async () => {
  const player = await lapsed(server());
  const refused = watchOperator(server(), { charge: answering('refused') });
  for (const plan of ['weekly', 'daily']) {
    const reply = await player.get(subscribe(player, plan), { key: newKey() });
    expect(reply.body).toMatchObject({ status: false, code: 'subscription/refused' });
  }
  refused.stop();
  expect(new Set(refused.charges).size).toBe(2);
  expect(await attemptsOf(server(), player)).toEqual([]);
});

test.each(['pending', 'lost'])('a %s charge that is refused later has ended', async (first) => {
  const player = await lapsed(server());
  const charge = first === 'lost' ? lostAnswer : answering('pending');
  const undecided = watchOperator(server(), { charge, look: knowsNoPlan });
  await player.get(subscribe(player), { key: newKey() });
  undecided.stop();
  const refused = watchOperator(server(), { charge: answering('refused'), look: knowsNoPlan });
  await player.get(subscribe(player), { key: newKey() });
  refused.stop();
  expect(refused.charges).toEqual(undecided.charges);
  expect(await attemptsOf(server(), player)).toEqual([]);
});

/** Two taps: the first is refused, but only after the second was answered. */
async function refusedBeside(second: 'pending' | 'refused') {
  const player = await lapsed(server());
  const firstAsked = Promise.withResolvers<void>();
  const secondAnswered = Promise.withResolvers<void>();
  let asked = 0;
  const operator = watchOperator(server(), {
    charge: async () => {
      asked += 1;
      if (asked === 2) return Response.json({ status: second });
      firstAsked.resolve();
      await secondAnswered.promise;
      return Response.json({ status: 'refused' });
    },
  });
  const first = player.get(subscribe(player), { key: newKey() });
  await firstAsked.promise;
  const reply = await player.get(subscribe(player), { key: newKey() });
  expect(reply.body.code).toBe(`subscription/${second}`);
  // The first may still be charged, whatever its reply was.
  expect(await attemptsOf(server(), player)).toHaveLength(1);
  secondAnswered.resolve();
  expect((await first).body.code).toBe('subscription/refused');
  operator.stop();
  expect(new Set(operator.charges).size).toBe(1);
  return { player, reference: operator.charges[0] };
}

test('a refusal that comes late does not forget what another tap has made pending', async () => {
  const { player, reference } = await refusedBeside('pending');
  expect(await attemptsOf(server(), player)).toEqual([{ plan: 'weekly', reference }]);
});

test('a charge that two taps side by side were refused has ended', async () => {
  const { player } = await refusedBeside('refused');
  expect(await attemptsOf(server(), player)).toEqual([]);
});

test('a pending charge is not forgotten because another plan runs', async () => {
  const player = await lapsed(server());
  const pending = watchOperator(server(), { charge: answering('pending') });
  await player.get(subscribe(player), { key: newKey() });
  pending.stop();
  await renewPlan(server(), player, 'daily');
  const operator = watchOperator(server());
  const reply = await player.get(subscribe(player), { key: newKey() });
  operator.stop();
  expect(reply.body).toMatchObject({ status: true, data: { isActive: true, pointBalance: 2000 } });
  expect(operator.charges).toEqual([]);
  const [reference] = pending.charges;
  expect(await attemptsOf(server(), player)).toEqual([{ plan: 'weekly', reference }]);
});

test('a charge whose server went down while it asked ends with a later refusal', async () => {
  const player = await lapsed(server());
  const phone = stored(player.phone);
  const startedAt = new Date(server().clock.at);
  await server()
    .db.insertInto('charge_attempts')
    .values({
      phone,
      plan: 'weekly',
      reference: 'FM-cut',
      started_at: startedAt,
      asking: 1,
      asked_at: startedAt,
    })
    .execute();
  server().clock.at += 3 * 60_000;
  const refused = watchOperator(server(), { charge: answering('refused') });
  await player.get(subscribe(player));
  refused.stop();
  expect(await attemptsOf(server(), player)).toEqual([]);
  const paid = watchOperator(server());
  await player.get(subscribe(player));
  paid.stop();
  expect(paid.charges).not.toContain('FM-cut');
});
