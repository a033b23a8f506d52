import { expect, test } from 'vitest';
import { readClaims } from '../../../server/payments/claims.ts';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { weekOf } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { newReference } from '../payments/card-calls.ts';
import { care, set } from '../payments/spending-limit-calls.ts';
import { spend } from '../payments/undone-calls.ts';
import { startAnew } from './start-anew.ts';

const server = testServer();

/** A purchase by card, as the app asks for it. */
const ask = (player: TestPlayer, product: string) => {
  const body = { product, provider: 'card', reference: newReference() };
  return player.post('/payments/expected', body, { key: newKey() });
};

const reverse = (reference: string) =>
  server()
    .db.transaction()
    .execute((trx) => reversePayment(trx, reference, server().clock.at));

const owed = async ({ id }: TestPlayer) =>
  (await readClaims(server().db, id)).map(({ reference, coins }) => ({ reference, coins }));

test('a weekly limit is spent once, however often the account is deleted within the week', async () => {
  let player = await server().signUp();
  await set(player, { weeklyNaira: 500 });
  await buy(player, { product: 'coins-100' });
  await buy(player, { way: 'mobile-money', product: 'coins-100' });
  const before = await care(player);
  expect(before?.spentKobo).toBeGreaterThan(20_000);
  for (const _turn of [1, 2]) {
    player = await startAnew(player);
    expect(await care(player)).toMatchObject({
      weeklyNaira: 500,
      spentKobo: before?.spentKobo,
      pendingKobo: 0,
    });
    server().clock.at += 60_000;
  }
  await buy(player, { product: 'coins-100' });
  player = await startAnew(player);
  const refused = () => ask(player, 'coins-500');
  await expectRefused(server(), refused, 409, 'spending/limit-reached');
  server().clock.at = weekOf(server().clock.at).endsAt;
  expect(await care(player)).toMatchObject({ weeklyNaira: 500, spentKobo: 0 });
  expect((await ask(player, 'coins-100')).status).toBe(200);
});

test('payments without a known outcome count as spent, also for a limit set afterwards', async () => {
  const before = await server().signUp();
  const reference = await begin(before, { way: 'mobile-money', product: 'coins-100' });
  const spentKobo = (await care(before))?.pendingKobo ?? 0;
  expect(spentKobo).toBe(10_000);
  const player = await startAnew(before);
  expect(await care(player)).toMatchObject({ weeklyNaira: null, spentKobo, pendingKobo: 0 });
  // The provider took the money after all: it is counted already, and credits no player.
  await pay(before, reference);
  expect(await care(player)).toMatchObject({ spentKobo });
  expect((await player.user()).pointBalance).toBe(0);
  await set(player, { weeklyNaira: 150 });
  const again = () => ask(player, 'coins-100');
  await expectRefused(server(), again, 409, 'spending/limit-reached');
});

test('a plan by airtime that runs on is counted once', async () => {
  const before = await server().subscriber();
  const spent = await care(before);
  expect(spent?.spentKobo).toBe(10_000);
  const player = await startAnew(before);
  expect(await care(player)).toMatchObject({ spentKobo: 10_000 });
});

test('a break outlives a second deletion too', async () => {
  let player = await server().signUp();
  const { breakUntil } = await set(player, { breakDays: 7 });
  for (const _turn of [1, 2]) player = await startAnew(player);
  expect(await care(player)).toMatchObject({ breakUntil });
});

test('the debt of a deleted account passes to the next account of its number', async () => {
  const before = await server().signUp();
  const reference = await buy(before, { product: 'coins-100' });
  await spend(server(), before, 700);
  await reverse(reference);
  expect(await owed(before)).toEqual([{ reference, coins: 700 }]);
  const other = await server().signUp();
  const player = await startAnew(before);
  expect(await owed(player)).toEqual([{ reference, coins: 700 }]);
  expect(await owed(before)).toEqual([]);
  expect(await owed(other)).toEqual([]);
  const passbook = (await player.get('/payments/passbook')).body.data;
  expect(passbook).toMatchObject({ claims: [{ reference, coins: 700 }] });
});

test('so does a payment that is taken back after the deletion, however many accounts later', async () => {
  const first = await server().signUp();
  const [early, late] = [
    await buy(first, { product: 'coins-100' }),
    await buy(first, { product: 'coins-100' }),
  ];
  await first.delete('/user', { word: 'DELETE' }, { key: newKey() });
  await reverse(early);
  const second = await server().signUp({ phone: first.phone });
  expect(await owed(second)).toEqual([{ reference: early, coins: 750 }]);
  const third = await startAnew(second);
  await reverse(late);
  expect(await owed(third)).toEqual([
    { reference: early, coins: 750 },
    { reference: late, coins: 750 },
  ]);
  expect([await owed(first), await owed(second)]).toEqual([[], []]);
});
