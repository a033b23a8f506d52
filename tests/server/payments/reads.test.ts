import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { creditPayment } from '../../../server/ledger/entries.ts';
import {
  type PassbookRow,
  passbookReplySchema,
  paymentsReplySchema,
} from '../../../src/contract/payments.ts';
import { DAY_MS, monthOf } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { renewPlan, subscribe, verify } from '../accounts/subscription-calls.ts';

const server = testServer();

async function passbook(player: TestPlayer, before?: string | null) {
  const query = before ? `?before=${before}` : '';
  const reply = v.parse(passbookReplySchema, (await player.get(`/payments/passbook${query}`)).body);
  if (!reply.status) throw new Error(String(reply.code));
  return reply.data;
}

const brief = ({ reason, coins, balance }: PassbookRow) => [reason, coins, balance];

test('a new player has an empty passbook, and nobody reads one without a token', async () => {
  const player = await server().signUp();
  expect(await passbook(player)).toEqual({
    rows: [],
    next: null,
    claims: [],
    month: { in: 0, out: 0 },
  });
  const call = () => server().call('GET', '/payments/passbook');
  await expectRefused(server(), call, 401, 'session/required');
});

test('each movement of coins has its reason and the balance after it, the newest first', async () => {
  const player = await server().veteran();
  await buy(player);
  const left = await player.openRound('medium');
  server().clock.at += 60_000;
  await player.deliver(left, answersTo(left).slice(0, 4));
  await player.play(10, 'easy');
  const { rows, next, month } = await passbook(player);
  expect(rows.map(brief)).toEqual([
    ['round-opened', -100, 4340],
    ['round-counted', 90, 4440],
    ['round-opened', -150, 4350],
    ['coins-bought', 3500, 4500],
    ['subscription', 1000, 1000],
  ]);
  expect(next).toBeNull();
  expect(month).toEqual({ in: 4590, out: 250 });
  expect(rows[0]?.balance).toBe((await player.wallet()).coins);
});

test('a row says which round or payment it is about', async () => {
  const player = await server().subscriber();
  const reference = await buy(player, { way: 'mobile-money', product: 'coins-200' });
  const { round } = await player.openRound('hard', 'serie-a');
  const open = (await passbook(player)).rows[0];
  expect(open?.round).toEqual({ id: round.id, categoryId: 'serie-a', level: 'hard', shown: 0 });
  const left = await player.openRound('easy');
  server().clock.at += 60_000;
  await player.deliver(left, answersTo(left).slice(0, 3));
  const { rows } = await passbook(player);
  expect(rows[0]).toMatchObject({
    reason: 'round-counted',
    at: new Date(server().clock.at).toISOString(),
    round: { id: left.round.id, level: 'easy', shown: 3 },
    reference: null,
    way: null,
  });
  expect(rows.at(-2)).toMatchObject({ reference, way: 'mobile-money', plan: null, round: null });
  expect(rows.at(-1)).toMatchObject({
    reference: `SBX-FIRST-234${player.phone.slice(1)}`,
    way: 'airtime',
    plan: 'weekly',
    round: null,
  });
});

test('a round that expires gives its coins back, in so many words', async () => {
  const player = await server().subscriber();
  const { round } = await player.openRound('easy');
  server().clock.at += 4 * DAY_MS + 1;
  await player.user();
  expect((await passbook(player)).rows[0]).toMatchObject({
    reason: 'round-expired',
    coins: 100,
    balance: 1000,
    round: { id: round.id, shown: 0 },
  });
});

test('thirty rows a page, each once, whatever is added meanwhile', async () => {
  const player = await server().signUp();
  const { db, clock } = server();
  const credit = (number: number) =>
    db.transaction().execute((trx) =>
      creditPayment(
        trx,
        {
          playerId: player.id,
          reference: `P-${player.id}-${number}`,
          way: 'card',
          product: 'coins-100',
          coins: number,
          kobo: 100,
          feeKobo: 2,
        },
        clock.at,
      ),
    );
  for (let number = 1; number <= 61; number += 1) await credit(number);
  const first = await passbook(player);
  await credit(62);
  const second = await passbook(player, first.next);
  const third = await passbook(player, second.next);
  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([30, 30, 1]);
  expect(third.next).toBeNull();
  const rows = [...first.rows, ...second.rows, ...third.rows];
  expect(rows.map(({ coins }) => coins)).toEqual(Array.from({ length: 61 }, (_, at) => 61 - at));
  for (const { coins, balance } of rows) expect(balance).toBe((coins * (coins + 1)) / 2);
});

test('a page that ends with the last row is the last', async () => {
  const player = await server().signUp();
  const { db, clock } = server();
  for (let number = 1; number <= 30; number += 1) {
    await db.transaction().execute((trx) =>
      creditPayment(
        trx,
        {
          playerId: player.id,
          reference: `Q-${player.id}-${number}`,
          way: 'card',
          product: 'plan-weekly',
          coins: 1,
          kobo: 1,
          feeKobo: 0,
        },
        clock.at,
      ),
    );
  }
  expect(await passbook(player)).toMatchObject({ next: null });
});

test('the month is that of Lagos', async () => {
  const player = await server().subscriber();
  server().clock.at = monthOf(server().clock.at).endsAt - 1;
  expect((await passbook(player)).month).toEqual({ in: 1000, out: 0 });
  server().clock.at += 1;
  expect((await passbook(player)).month).toEqual({ in: 0, out: 0 });
});

test('nobody sees what moved the coins of another', async () => {
  const [player, other] = [await server().subscriber(), await server().signUp()];
  const { rows } = await passbook(player);
  const beyond = String(Number(rows[0]?.id) + 1000);
  expect((await passbook(other, beyond)).rows).toEqual([]);
});

test.each(['-1', '1.5', 'x', '9999999999999999', ''])('before=%s is refused', async (before) => {
  const player = await server().signUp();
  const call = () => player.get(`/payments/passbook?before=${before}`);
  await expectRefused(server(), call, 422, 'request/invalid');
});

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
