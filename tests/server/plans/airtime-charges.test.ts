import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { PLAN_DAYS, type Plan } from '../../../src/rules/money.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
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
} from '../accounts/subscription-calls.ts';

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

describe('a period is paid once', { tags: ['once'] }, () => {
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
});
