import { expect, test } from 'vitest';
import type { Tables } from '../../../server/database/tables.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { answering, knowsNoPlan, watchOperator } from '../accounts/subscription-calls.ts';
import { expected } from '../payments/card-calls.ts';
import { prompted } from '../payments/collection-calls.ts';

const server = testServer();

const SIX_YEARS_ON = new Date('2032-11-18T11:00:00Z').getTime();

const sweepNow = () => sweep(server().services, server().app.log);

const rowsOf = (table: keyof Tables) => server().db.selectFrom(table).selectAll().execute();

const countOf = async (table: keyof Tables) => (await rowsOf(table)).length;

const remove = (player: TestPlayer) =>
  player.delete('/user', { word: 'DELETE' }, { key: newKey() });

test('the number that paid for a deleted account is kept for 90 days after it', async () => {
  const player = await server().subscriber();
  const { msisdn } = await prompted(player, { product: 'coins-100', amount: 100 });
  await server()
    .db.updateTable('payments')
    .set({ state: 'mismatched', ended_at: new Date(server().clock.at) })
    .execute();
  await remove(player);
  const payers = async () =>
    (await rowsOf('payments')).map((row) => (row as { payer: unknown }).payer);
  server().clock.at += 90 * DAY_MS;
  await sweepNow();
  expect(await payers()).toEqual([msisdn]);
  server().clock.at += 1;
  await sweepNow();
  expect(await payers()).toEqual([null]);
});

test('a number that never had an account is kept for a year with what it agreed to', async () => {
  const phone = server().newPhone();
  const watched = watchOperator(server(), { charge: answering('refused'), look: knowsNoPlan });
  await server().call('GET', `/payments/subscribe/airtime/${phone}?plan=daily`, {
    headers: { 'idempotency-key': newKey() },
  });
  watched.stop();
  const numbers = async () =>
    [...(await rowsOf('consents')), ...(await rowsOf('airtime_charges'))]
      .map((row) => (row as { phone: string }).phone)
      .filter((number) => number === stored(phone) || number === 'deleted-number');
  const before = await numbers();
  expect(before).toContain(stored(phone));
  server().clock.at += 365 * DAY_MS;
  await sweepNow();
  expect(await numbers()).toEqual(before);
  server().clock.at += 1;
  await sweepNow();
  expect(await numbers()).toEqual(before.map(() => 'deleted-number'));
});

test('payments, consents, disputes, refunds, claims and reports are kept for six years', async () => {
  const { db, clock } = server();
  clock.at = Date.parse('2026-11-18T11:00:00Z');
  for (const table of ['disputes', 'payments', 'subscriptions'] as const) {
    await db.deleteFrom(table).execute();
  }
  const player = await server().signUp();
  const reference = await expected(player);
  const at = new Date(clock.at);
  const whose = { reference, player_id: player.id };
  await db.insertInto('disputes').values({ reference, id: 'd', state: 'won', at }).execute();
  await db
    .insertInto('refunds')
    .values({ credit_key: 'k', ...whose, way: 'card', kobo: 1, state: 'sent', at })
    .execute();
  await db
    .insertInto('claims')
    .values({ credit_key: 'k', ...whose, coins: 1, at })
    .execute();
  await db
    .insertInto('payment_reports')
    .values({ reference, what: 'unexpected', body: '{}', at })
    .execute();
  await db
    .insertInto('airtime_charges')
    .values({ reference: 'a', phone: stored(player.phone), kobo: 1, at })
    .execute();
  await db
    .insertInto('subscriptions')
    .values({ ...whose, plan: 'daily', way: 'card', kobo: 1, starts_at: at, ends_at: at })
    .execute();
  const tables = [
    'payments',
    'consents',
    'disputes',
    'refunds',
    'claims',
    'payment_reports',
    'airtime_charges',
    'subscriptions',
  ] as const;
  const left = async () => Promise.all(tables.map((table) => countOf(table)));
  const before = await left();
  expect(before.every((rows) => rows > 0)).toBe(true);
  clock.at = SIX_YEARS_ON;
  await sweepNow();
  expect(await left()).toEqual(before);
  clock.at += 400 * DAY_MS;
  await sweepNow();
  expect(await left()).toEqual(tables.map(() => 0));
});

test('limits per address are kept for an hour, signed', async () => {
  await server().call('POST', '/campaigns', { body: { msisdn: '', referer: 'a', txnId: 'b' } });
  const rows = JSON.stringify(await rowsOf('address_counts'));
  expect(rows).toContain('address_hash');
  expect(rows).not.toContain('127.0.0.1');
  server().clock.at += 2 * 3_600_000;
  await sweepNow();
  expect(await countOf('address_counts')).toBe(0);
});
