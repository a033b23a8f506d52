import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import {
  knowsNoPlan,
  lapsed,
  lostAnswer,
  plansOf,
  subscribe,
  verify,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { chargeOf, expected, stateOf, take } from './card-calls.ts';
import { newOrder, pay, watchService } from './collection-calls.ts';
import { passMinutes, reconcileOnce } from './reconciling.ts';

const server = testServer();

const coinsOf = async (player: { wallet: () => Promise<{ coins: number }> }) =>
  (await player.wallet()).coins;

test('airtime that was taken though its answer was lost brings its coins, with nobody looking', async () => {
  const player = await lapsed(server());
  const before = await coinsOf(player);
  const watched = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
  await player.get(subscribe(player, 'daily'), { key: newKey() });
  watched.stop();
  await passMinutes(server(), 4);
  expect(await coinsOf(player)).toBe(before + 1000);
  await passMinutes(server(), 10);
  server().clock.at += DAY_MS;
  await player.get(verify(player, 'ondemand/'));
  expect(await coinsOf(player)).toBe(before + 1000);
});

test('each of many charges by airtime without an outcome is asked about, however many come before it', async () => {
  const { db, clock } = server();
  const charges = Array.from({ length: 60 }, (_, index) => {
    const number = `23480399${String(index).padStart(3, '0')}55`;
    return { reference: `FM-many-${index}`, phone: number, kobo: 5000, at: new Date(clock.at) };
  });
  await db.insertInto('airtime_charges').values(charges).execute();
  clock.at += 3 * 60_000;
  await reconcileOnce(server());
  const left = await db
    .selectFrom('airtime_charges')
    .select('reference')
    .where('reference', 'like', 'FM-many-%')
    .where('asked_at', 'is', null)
    .execute();
  expect(left).toEqual([]);
});

test('airtime that was never taken brings nothing, and charges nothing', async () => {
  const player = await lapsed(server());
  const before = await coinsOf(player);
  const plans = (await plansOf(server(), player)).length;
  const watched = watchOperator(server(), {
    charge: async () => {
      throw new Error('the line went dead');
    },
    look: knowsNoPlan,
  });
  await player.get(subscribe(player, 'daily'), { key: newKey() });
  await passMinutes(server(), 10);
  watched.stop();
  expect(watched.charges).toHaveLength(1);
  expect(await coinsOf(player)).toBe(before);
  expect(await plansOf(server(), player)).toHaveLength(plans);
});

test('a charge that a look on the way saw under another name brings its coins once', async () => {
  const player = await lapsed(server());
  const before = await coinsOf(player);
  const { operator, clock } = server();
  const { fetch } = operator;
  const period = (reference: string) =>
    Response.json({
      status: 'active',
      reference,
      plan: 'weekly',
      startsAt: new Date(clock.at).toISOString(),
      endsAt: new Date(clock.at + 7 * DAY_MS).toISOString(),
    });
  let isCharged = false;
  operator.fetch = async (_url, init) => {
    if (init.method !== 'POST') return isCharged ? period('OP-1') : knowsNoPlan();
    isCharged = true;
    // The dashboard checks while the answer is on its way.
    await player.get(verify(player));
    return period(JSON.parse(init.body ?? '').reference);
  };
  await player.get(subscribe(player), { key: newKey() });
  operator.fetch = fetch;
  expect(await coinsOf(player)).toBe(before + 1000);
});

test('mobile money that was refused, though taken, brings its coins', async () => {
  const player = await server().signUp();
  const order = await newOrder(player);
  const watched = watchService(server(), async (path, send) => {
    const answer = await send();
    if (path !== '/collections/pay') return answer;
    return Response.json({ status: false, data: null }, { status: 409 });
  });
  expect((await pay(player, order)).body.code).toBe('mobile-money/refused');
  watched.stop();
  await passMinutes(server(), 125);
  expect(await coinsOf(player)).toBe(1000);
});

test('a card that was paid after its hour, with the webhook lost, brings its coins', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await passMinutes(server(), 62);
  expect(await stateOf(server(), reference)).toBe('failed');
  await take(server(), chargeOf(player, reference));
  await passMinutes(server(), 62);
  expect(await stateOf(server(), reference)).toBe('paid');
  expect(await coinsOf(player)).toBe(750);
});

test('a charge that failed long ago is asked about no more, and blocks no other payment', async () => {
  const player = await server().signUp();
  const first = await expected(player);
  await passMinutes(server(), 62);
  server().clock.at += 4 * DAY_MS;
  const asked: string[] = [];
  const { operator } = server();
  const { fetch } = operator;
  operator.fetch = (url, init) => {
    asked.push(url);
    return fetch(url, init);
  };
  await passMinutes(server(), 3);
  operator.fetch = fetch;
  expect(asked.filter((url) => url.endsWith(first))).toEqual([]);
  expect(await stateOf(server(), await expected(player))).toBe('pending');
});

test('a price that the player was not shown is refused, and no yes to it is noted', async () => {
  const player = await server().signUp();
  const reply = await player.post(
    '/payments/expected',
    {
      product: 'coins-100',
      provider: 'card',
      reference: 'FOM-aaaaaaaaaaaaaaaaaa',
      totalKobo: 10_000,
    },
    { key: newKey() },
  );
  expect([reply.status, reply.body.code]).toEqual([409, 'payment/mismatch']);
  expect((await player.get('/payments/consents')).body.data).toEqual([]);
});
