import * as v from 'valibot';
import { expect, test } from 'vitest';
import { answersTo } from '../../../scripts/lib/player/player.ts';
import { creditPayment } from '../../../server/ledger/entries.ts';
import { type PassbookRow, passbookReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS, monthOf } from '../../../src/rules/calendar.ts';
import { buy } from '../../support/payments.ts';
import { expectRefused, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

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
