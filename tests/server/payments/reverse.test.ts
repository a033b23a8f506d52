import { expect, test } from 'vitest';
import { hasOpenClaim } from '../../../server/payments/claims.ts';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, PACK, stateOf, success, webhook } from './card-calls.ts';
import { periodsOf, spend } from './undone-calls.ts';

const server = testServer();

const reverse = (reference: string) =>
  server()
    .db.transaction()
    .execute((trx) => reversePayment(trx, reference, server().clock.at));

async function buy(
  player: TestPlayer,
  product: string = PACK.product,
  amount: number = PACK.totalKobo,
) {
  const reference = await expected(player, { product });
  await webhook(server(), success({ ...chargeOf(player, reference), amount }));
  expect(await stateOf(server(), reference)).toBe('paid');
  return reference;
}

/** The sides of a movement by its key. */
const sidesOf = (key: string) =>
  server()
    .db.selectFrom('ledger_movements')
    .innerJoin('ledger_postings', 'ledger_postings.movement_id', 'ledger_movements.id')
    .select(['account', 'unit', 'amount'])
    .where('key', '=', key)
    .orderBy('ledger_postings.id')
    .execute();

test('all that a pack has brought goes back, once, with its money', async () => {
  const player = await server().subscriber();
  const reference = await buy(player);
  expect(await reverse(reference)).toMatchObject({ outcome: 'reversed', taken: 750, missing: 0 });
  expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
  expect(await sidesOf(`reversal:payment:${reference}`)).toEqual([
    { account: 'house:coins-sold', unit: 'coins', amount: 750 },
    { account: 'wallet', unit: 'coins', amount: -750 },
    { account: 'house:clearing:card', unit: 'kobo', amount: -10_150 },
    { account: 'house:sales', unit: 'kobo', amount: 10_000 },
    { account: 'house:fees', unit: 'kobo', amount: 150 },
  ]);
  const before = await server().snapshot();
  expect(await reverse(reference)).toMatchObject({ outcome: 'undone-before' });
  expect(await server().snapshot()).toEqual(before);
  expect(await stateOf(server(), reference)).toBe('reversed');
  expect(await hasOpenClaim(server().db, player.id)).toBe(false);
});

test('the passbook and the history show it', async () => {
  const player = await server().subscriber();
  const reference = await buy(player);
  await reverse(reference);
  const { data } = (await player.get('/payments/passbook')).body as unknown as {
    data: { rows: object[] };
  };
  expect(data.rows[0]).toMatchObject({
    reason: 'payment-reversed',
    coins: -750,
    balance: 1000,
    reference,
    way: 'card',
  });
  const history = await player.get('/payments');
  expect(history.body.data).toHaveLength(1);
  expect((await player.get('/payments/consents')).body.data).toContainEqual(
    expect.objectContaining({ reference, state: 'reversed' }),
  );
});

test('coins that were spent are an open claim', async () => {
  const player = await server().subscriber();
  const reference = await buy(player);
  await spend(server(), player, 1200);
  expect(await reverse(reference)).toMatchObject({ taken: 550, missing: 200 });
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await hasOpenClaim(server().db, player.id)).toBe(true);
  const claims = await server().db.selectFrom('claims').selectAll().execute();
  expect(claims).toMatchObject([{ reference, player_id: player.id, coins: 200, closed_at: null }]);
});

test('the period that it brought ends', async () => {
  const player = await server().signUp();
  const reference = await buy(player, 'plan-weekly');
  expect((await player.user()).isActive).toBe(true);
  server().clock.at += DAY_MS;
  await reverse(reference);
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 0 });
  const again = await buy(player, 'plan-daily', 5_075);
  expect(await periodsOf(player)).toMatchObject([
    { reference, ends_at: new Date(server().clock.at) },
    { reference: again, starts_at: new Date(server().clock.at) },
  ]);
});

test('a period that waits behind it moves up; one that never began never does', async () => {
  const player = await server().signUp();
  const [first, second, third] = [
    await expected(player, { product: 'plan-weekly' }),
    await expected(player, { product: 'plan-daily' }),
    await expected(player, { product: 'plan-daily' }),
  ];
  await webhook(server(), success(chargeOf(player, first)));
  for (const reference of [second, third]) {
    await webhook(server(), success({ ...chargeOf(player, reference), amount: 5_075 }));
  }
  server().clock.at += DAY_MS;
  const { at } = server().clock;
  await reverse(second);
  expect(await periodsOf(player)).toMatchObject([
    { reference: first, ends_at: new Date(at + 6 * DAY_MS) },
    { reference: second, starts_at: new Date(at), ends_at: new Date(at) },
    { reference: third, starts_at: new Date(at + 6 * DAY_MS), ends_at: new Date(at + 7 * DAY_MS) },
  ]);
  await reverse(first);
  expect((await periodsOf(player))[2]).toEqual({
    reference: third,
    starts_at: new Date(at),
    ends_at: new Date(at + DAY_MS),
  });
  expect((await player.user()).isActive).toBe(true);
});

test('a period that a later account of its number goes on with ends too', async () => {
  const player = await server().signUp();
  const reference = await buy(player, 'plan-weekly');
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  const later = await server().signUp({ phone: player.phone });
  expect((await later.user()).isActive).toBe(true);
  expect(await reverse(reference)).toMatchObject({ outcome: 'reversed' });
  expect((await later.user()).isActive).toBe(false);
});

test('a period by airtime goes back too, and is not credited again', async () => {
  const player = await server().subscriber();
  const [period] = await periodsOf(player);
  const reference = period?.reference ?? '';
  expect(await reverse(reference)).toMatchObject({ outcome: 'reversed', taken: 1000 });
  await player.subscribe().catch(() => {});
  expect(await player.user()).toMatchObject({ isActive: false, pointBalance: 0 });
  expect((await player.get('/payments')).body).toMatchObject({ data: [], meta: { plan: null } });
  expect(await reverse(reference)).toMatchObject({ outcome: 'undone-before' });
});

test('a payment without effect is not reversed', async () => {
  const player = await server().signUp();
  const before = await server().snapshot();
  expect(await reverse('FOM-nobody-expected-it')).toEqual({ outcome: 'unknown' });
  expect(await server().snapshot()).toEqual(before);
  const reference = await expected(player);
  expect(await reverse(reference)).toMatchObject({ outcome: 'not-credited' });
  expect(await stateOf(server(), reference)).toBe('pending');
});

test('if many reverse it at the same time, one does', async () => {
  const player = await server().subscriber();
  const reference = await buy(player);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => reverse(reference)));
  expect(outcomes.filter(({ outcome }) => outcome === 'reversed')).toHaveLength(1);
  expect(await player.wallet()).toEqual({ coins: 1000, held: 0 });
});
