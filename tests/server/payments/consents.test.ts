import { sql } from 'kysely';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { failPayment } from '../../../server/payments/purchase.ts';
import { consentsReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { begin, buy, pay } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  knowsNoPlan,
  knowsNoWeek,
  lapsed,
  lostAnswer,
  renewPlan,
  subscribe,
  verify,
  watchOperator,
} from '../accounts/subscription-calls.ts';

const server = testServer();

async function consents(player: TestPlayer) {
  const reply = v.parse(consentsReplySchema, (await player.get('/payments/consents')).body);
  if (!reply.status) throw new Error(String(reply.code));
  return reply.data;
}

const subscribeTo = (player: TestPlayer, plan = 'weekly', key = newKey()) =>
  player.get(subscribe(player, plan), { key });

test('a player who agreed to nothing has no consents; an existing plan needs none', async () => {
  const player = await server().subscriber();
  expect(await consents(player)).toEqual([]);
  const call = () => server().call('GET', '/payments/consents');
  await expectRefused(server(), call, 401, 'session/required');
});

test('a charge by airtime is agreed to before the operator is asked, at its price', async () => {
  const player = await lapsed(server());
  let before: unknown[] = [];
  const operator = watchOperator(server(), {
    charge: async (send) => {
      before = await consents(player);
      return send();
    },
  });
  await subscribeTo(player, 'daily');
  operator.stop();
  const said = {
    id: expect.any(String),
    product: 'plan-daily',
    coins: 1000,
    way: 'airtime',
    kobo: 5000,
    feeKobo: 0,
    reference: operator.charges[0],
    saidAt: new Date(server().clock.at).toISOString(),
    confirmedAt: null,
    from: stored(player.phone),
    door: 'unknown',
  };
  expect(before).toEqual([{ ...said, state: 'pending' }]);
  expect(await consents(player)).toEqual([{ ...said, state: 'paid' }]);
});

test('the page where a player agreed is recorded', async () => {
  const player = await lapsed(server());
  await player.get(`${subscribe(player)}&door=billing`, { key: newKey() });
  expect(await consents(player)).toMatchObject([{ door: 'billing' }]);
  const other = await lapsed(server());
  for (const door of ['<b>', 'renewal', '']) {
    const call = () => other.get(`${subscribe(other)}&door=${door}`, { key: newKey() });
    await expectRefused(server(), call, 422, 'request/invalid');
  }
});

test('a refused charge reads refused, and each new consent is a row of its own', async () => {
  const player = await lapsed(server());
  const refused = watchOperator(server(), { charge: answering('refused') });
  await subscribeTo(player);
  refused.stop();
  expect(await consents(player)).toMatchObject([{ state: 'refused' }]);
  await subscribeTo(player, 'daily');
  expect(await consents(player)).toMatchObject([
    { product: 'plan-daily', state: 'paid' },
    { product: 'plan-weekly', state: 'refused' },
  ]);
});

test('several taps on one charge are one yes, settled by whoever learns of its end', async () => {
  const player = await lapsed(server());
  const lost = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
  await subscribeTo(player);
  await subscribeTo(player);
  lost.stop();
  expect(await consents(player)).toMatchObject([{ state: 'pending' }]);
  await player.get(verify(player));
  expect(await consents(player)).toMatchObject([{ state: 'paid', kobo: 10_000 }]);
});

test('a charge that the operator knows by a reference of its own is paid too', async () => {
  const player = await lapsed(server());
  const { at } = server().clock;
  const period = { startsAt: new Date(at).toISOString(), endsAt: new Date(at + 1e8).toISOString() };
  const operator = watchOperator(server(), {
    charge: async () =>
      Response.json({ status: 'active', reference: 'OP-1', plan: 'weekly', ...period }),
  });
  await subscribeTo(player);
  operator.stop();
  expect(await consents(player)).toMatchObject([{ reference: operator.charges[0], state: 'paid' }]);
});

test('a plan that is taken over in place of a charge is none that was agreed to', async () => {
  const player = await lapsed(server());
  await renewPlan(server(), player);
  await subscribeTo(player);
  expect(await consents(player)).toEqual([]);
});

test('consents of a number from before its account show to its player, and to nobody else', async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), { look: knowsNoWeek });
  await server().call('GET', `${subscribe({ phone }, 'daily')}&door=sign-up`);
  const [player, other] = [await server().signUp({ phone }), await server().signUp()];
  operator.stop();
  expect(await consents(player)).toMatchObject([
    { product: 'plan-daily', from: stored(phone), door: 'sign-up', state: 'paid', kobo: 5000 },
  ]);
  expect(await consents(other)).toEqual([]);
});

test("consents of a number's earlier owner do not show to the next", async () => {
  const phone = server().newPhone();
  const refused = watchOperator(server(), { look: knowsNoWeek, charge: answering('refused') });
  await server().call('GET', subscribe({ phone }, 'daily'));
  refused.stop();
  server().clock.at += DAY_MS - 1;
  const operator = watchOperator(server(), { look: knowsNoWeek });
  await server().call('GET', subscribe({ phone }, 'daily'));
  operator.stop();
  server().clock.at += 2;
  const player = await server().signUp({ phone });
  expect(await consents(player)).toMatchObject([{ product: 'plan-daily', state: 'paid' }]);
});

test('payments of a number long before its account show with their effects', async () => {
  const phone = server().newPhone();
  const operator = watchOperator(server(), { look: knowsNoWeek });
  await server().call('GET', subscribe({ phone }, 'daily'));
  operator.stop();
  server().clock.at += 30 * DAY_MS;
  const player = await server().signUp({ phone });
  expect(await consents(player)).toMatchObject([{ product: 'plan-daily', state: 'paid' }]);
});

test('payments by card or wallet show fee, payer and both steps, newest first', async () => {
  const player = await server().subscriber();
  const card = await buy(player);
  const wallet = await begin(player, {
    way: 'mobile-money',
    product: 'coins-100',
    payer: '08091112233',
  });
  const first = await server()
    .db.selectFrom('consents')
    .selectAll()
    .where('reference', '=', wallet)
    .executeTakeFirstOrThrow();
  const { id: _, ...said } = first;
  const confirmed = new Date(server().clock.at + 20_000);
  await server()
    .db.insertInto('consents')
    .values({ ...said, step: 2, said_at: confirmed })
    .execute();
  await pay(player, wallet);
  expect(await consents(player)).toMatchObject([
    {
      reference: wallet,
      from: '08091112233',
      confirmedAt: confirmed.toISOString(),
      state: 'paid',
      coins: 750,
    },
    { reference: card, from: null, kobo: 50_000, feeKobo: 750, confirmedAt: null, state: 'paid' },
  ]);
});

test('a payment shows its present state; one with a difference is still being checked', async () => {
  const player = await server().subscriber();
  const reference = await begin(player);
  expect(await consents(player)).toMatchObject([{ state: 'pending' }]);
  await failPayment(server().db, reference, 'failed', server().clock.at);
  expect(await consents(player)).toMatchObject([{ state: 'failed' }]);
  await server()
    .db.updateTable('payments')
    .set({ state: 'mismatched' })
    .where('reference', '=', reference)
    .execute();
  expect(await consents(player)).toMatchObject([{ state: 'pending' }]);
});

test('consents cannot be changed or removed', async () => {
  const player = await server().subscriber();
  await buy(player);
  for (const change of [
    sql`update consents set kobo = 1`,
    sql`delete from consents`,
    sql`truncate consents`,
  ]) {
    await expect(change.execute(server().db)).rejects.toThrow('only ever added to');
  }
});
