// @module-tag once
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { PLAN_DAYS, type Plan } from '../../../src/rules/money.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  knowsNoPlan,
  lapsed,
  subscribe,
  verify,
  watchOperator,
} from './subscription-calls.ts';

const server = testServer();

const HOUR_MS = 3_600_000;

type Told = { plan?: Plan; reference?: string | null; startsAt?: number; endsAt?: number };

/** Ends the current plans, which the operator's books show differently. */
async function endPlans({ id }: TestPlayer): Promise<void> {
  const ends_at = new Date(server().clock.at);
  const { db } = server();
  await db.updateTable('subscriptions').set({ ends_at }).where('player_id', '=', id).execute();
}

/** A look-up at an operator that reports only this period. */
async function look(player: TestPlayer, told: Told = {}): Promise<number | null> {
  const { plan = 'weekly', reference = 'OP-1', startsAt = server().clock.at } = told;
  const { endsAt = startsAt + PLAN_DAYS[plan] * DAY_MS } = told;
  const { operator } = server();
  const { fetch } = operator;
  operator.fetch = async () =>
    Response.json({
      status: 'active',
      reference,
      plan,
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(endsAt).toISOString(),
    });
  try {
    await player.get(verify(player, plan === 'daily' ? 'ondemand/' : ''));
  } finally {
    operator.fetch = fetch;
  }
  return (await player.user()).pointBalance ?? null;
}

test('a period that starts anew at each look brings its coins once', async () => {
  const player = await server().signUp();
  for (const _look of [1, 2, 3]) {
    expect(await look(player)).toBe(1000);
    server().clock.at += HOUR_MS;
  }
});

test('a period with a new reference at each look brings its coins once', async () => {
  const player = await server().signUp();
  const startsAt = server().clock.at;
  for (const reference of ['OP-1', 'OP-2', null]) {
    expect(await look(player, { reference, startsAt })).toBe(1000);
    server().clock.at += HOUR_MS;
  }
});

test('both new at each look, from several looks at once: still once', async () => {
  const player = await server().signUp();
  const startsAt = server().clock.at;
  let looks = 0;
  const { operator } = server();
  const { fetch } = operator;
  operator.fetch = async () => {
    looks += 1;
    const from = startsAt + looks * 1000;
    const times = { startsAt: new Date(from).toISOString() };
    const endsAt = new Date(from + 7 * DAY_MS).toISOString();
    return Response.json({
      status: 'active',
      reference: `OP-${looks}`,
      plan: 'weekly',
      ...times,
      endsAt,
    });
  };
  await Promise.all([1, 2, 3, 4, 5, 6].map(() => player.get(verify(player))));
  operator.fetch = fetch;
  expect(looks).toBe(6);
  expect(await player.user()).toMatchObject({ pointBalance: 1000 });
});

test.each<[Plan, number]>([
  ['weekly', 0.1 * 7 * DAY_MS],
  ['daily', 0.1 * DAY_MS],
])('a %s renewal may overlap by a tenth of its length, by no more', async (plan, tenth) => {
  const startsAt = server().clock.at;
  const end = startsAt + PLAN_DAYS[plan] * DAY_MS;
  const early = await server().signUp();
  await look(early, { plan });
  server().clock.at = end - tenth;
  expect(await look(early, { plan, reference: 'OP-2' })).toBe(2000);
  server().clock.at = startsAt;
  const tooEarly = await server().signUp();
  await look(tooEarly, { plan });
  server().clock.at = end - tenth - 1;
  expect(await look(tooEarly, { plan, reference: 'OP-2' })).toBe(1000);
});

test('week after week brings its coins, under the same reference too', async () => {
  const player = await server().signUp();
  for (const week of [1, 2, 3]) {
    expect(await look(player)).toBe(week * 1000);
    server().clock.at += 7 * DAY_MS;
  }
});

test('a period inside another of the same plan is the same, one of the other plan is not', async () => {
  const player = await server().signUp();
  await look(player);
  const inside = { reference: 'OP-2', startsAt: server().clock.at + HOUR_MS };
  expect(await look(player, { ...inside, endsAt: inside.startsAt + 2 * DAY_MS })).toBe(1000);
  expect(await look(player, { plan: 'daily', reference: 'OP-3' })).toBe(2000);
});

test('a charge of ours is credited by itself: its money was taken, whatever ran before it', async () => {
  const player = await lapsed(server());
  const startsAt = server().clock.at;
  expect(await look(player, { reference: 'OP-9' })).toBe(2000);
  server().clock.at += HOUR_MS;
  await endPlans(player);
  const pending = watchOperator(server(), { charge: answering('pending'), look: knowsNoPlan });
  await player.get(subscribe(player), { key: newKey() });
  pending.stop();
  const [reference = ''] = pending.charges;
  expect(await look(player, { reference })).toBe(3000);
  server().clock.at += HOUR_MS;
  expect(await look(player, { reference })).toBe(3000);
  expect(await look(player, { reference: 'OP-10', startsAt })).toBe(3000);
});

test('one period reported in several ways for a number without an account is one at its sign-up', async () => {
  const phone = server().newPhone();
  const { operator } = server();
  const { fetch } = operator;
  let looks = 0;
  operator.fetch = async () => {
    looks += 1;
    const startsAt = server().clock.at + looks * 1000;
    return Response.json({
      status: 'active',
      reference: `OP-${looks}`,
      plan: 'weekly',
      startsAt: new Date(startsAt).toISOString(),
      endsAt: new Date(startsAt + 7 * DAY_MS).toISOString(),
    });
  };
  await server().call('GET', subscribe({ phone }));
  operator.fetch = fetch;
  expect(looks).toBe(2);
  const player = await server().signUp({ phone });
  expect(await player.user()).toMatchObject({ pointBalance: 1000 });
});
