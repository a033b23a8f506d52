import { expect, test } from 'vitest';
import type { Reply } from '../../../scripts/lib/player/call.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { expectRefused, newKey } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  attemptsOf,
  lapsed,
  lostAnswer,
  subscribe,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { newReference } from './card-calls.ts';
import { newOrder, pay } from './collection-calls.ts';
import {
  CARD,
  cardSubscriber,
  periodsOf,
  renewalOf,
  renewalServer,
  run,
  turn,
  watch,
} from './renewal-calls.ts';
import { bornOn, care, set } from './spending-limit-calls.ts';

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
  expect((await player.get(subscribe(player, 'daily'), { key: newKey() })).body.status).toBe(true);
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
