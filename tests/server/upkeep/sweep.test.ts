import { expect, test } from 'vitest';
import type { Tables } from '../../../server/database/tables.ts';
import { sweep } from '../../../server/upkeep/sweep.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { newKey, testServer } from '../../support/server.ts';
import { answering, subscribe, watchOperator } from '../accounts/subscription-calls.ts';

const server = testServer();

const count = async (table: keyof Tables) =>
  (await server().db.selectFrom(table).selectAll().execute()).length;

/** The rows left in a table just before the row's time is over, and just after. */
async function keptFor(table: keyof Tables, days: number): Promise<number[]> {
  const left = [];
  for (const wait of [days * DAY_MS, 1]) {
    server().clock.at += wait;
    await sweep(server().services, server().app.log);
    left.push(await count(table));
  }
  return left;
}

test('visits by campaign links are kept for 90 days', async () => {
  await server().call('POST', '/campaigns', { body: { msisdn: '', referer: 'a', txnId: 'b' } });
  expect(await keptFor('campaign_visits', 90)).toEqual([1, 0]);
});

test('messages are kept for a year', async () => {
  const body = { email: 'a@b.ng', phone: '08030000014', subject: 's', message: 'm', type: 't' };
  await server().call('POST', '/contact', { api: '/api/v1', body });
  expect(await keptFor('contact_messages', 365)).toEqual([1, 0]);
});

test('a charge without a known end is kept for 30 days', async () => {
  const player = await server().signUp();
  const none = () => Response.json({ status: 'none' });
  const operator = watchOperator(server(), { charge: answering('pending'), look: none });
  await player.get(subscribe(player), { key: newKey() });
  operator.stop();
  expect(await keptFor('charge_attempts', 30)).toEqual([1, 0]);
});

test("a number's payments wait for its sign-up for a year from their end", async () => {
  await server().call('GET', subscribe({ phone: server().newPhone() }));
  expect(await keptFor('paid_periods', 7 + 365)).toEqual([1, 0]);
});
