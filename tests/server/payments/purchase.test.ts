import { sql } from 'kysely';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { failPayment, settlePayment } from '../../../server/payments/purchase.ts';
import { rememberDealt } from '../../../server/rounds/open.ts';
import { openReserve, RESERVE_DEALS_MAX } from '../../../server/rush/reserve.ts';
import { consentsReplySchema } from '../../../src/contract/payments.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../../src/rules/levels.ts';
import { buildBank } from '../../support/bank.ts';
import { begin, buy, pay as payByCard } from '../../support/payments.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  answering,
  knowsNoPlan,
  knowsNoWeek,
  lapsed,
  lostAnswer,
  renewPlan,
  subscribe,
  verify as verifySubscription,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { expected, newReference, stateOf, success, take, verify, webhook } from './card-calls.ts';
import { newNumber, newOrder, pay, prompted, readStatus } from './collection-calls.ts';
import { passMinutes } from './reconciling.ts';
import { bornOn, set } from './spending-limit-calls.ts';
import {
  adult,
  boughtTicket,
  buyTicket,
  expectedTicket,
  ticketCharge,
  ticketsOf,
} from './ticket-calls.ts';

describe('tickets', () => {
  const server = testServer({ bank: buildBank(200) });

  const movementsOf = (reference: string) =>
    server()
      .db.selectFrom('ledger_movements')
      .innerJoin('ledger_postings', 'ledger_postings.movement_id', 'ledger_movements.id')
      .select(['reason', 'account', 'unit', 'amount'])
      .where('key', '=', `payment:${reference}`)
      .orderBy('ledger_postings.amount')
      .orderBy('account')
      .execute();

  const rowsOf = (reference: string) =>
    server().db.selectFrom('rush_tickets').selectAll().where('reference', '=', reference).execute();

  async function hint(reference: string) {
    const path = '/webhooks/smart-cash/fund-wallet';
    const reply = await server().call('POST', path, { body: { reference } });
    expect(reply.status).toBe(200);
  }

  test('a ticket costs ₦200 and the card fee, and waits once it is paid', async () => {
    const player = await adult(server());
    expect(await player.user()).not.toHaveProperty('rushTickets');
    const reference = newReference();
    const body = { product: 'rush-ticket', provider: 'card', reference, door: 'rush' };
    const reply = await player.post('/payments/expected', body, { key: newKey() });
    expect(reply.body.data).toEqual({ kobo: 20_000, feeKobo: 300, totalKobo: 20_300, coins: 0 });
    await take(server(), ticketCharge(player, reference));
    expect((await buyTicket(player, reference)).body).toMatchObject({
      status: true,
      data: { user: { id: String(player.id), rushTickets: 1, pointBalance: 1000 } },
      meta: { token: player.token },
    });
    expect(await movementsOf(reference)).toEqual([
      { reason: 'ticket-bought', account: 'house:sales', unit: 'kobo', amount: -20_000 },
      { reason: 'ticket-bought', account: 'house:fees', unit: 'kobo', amount: -300 },
      { reason: 'ticket-bought', account: 'house:tickets-sold', unit: 'tickets', amount: -1 },
      { reason: 'ticket-bought', account: 'tickets', unit: 'tickets', amount: 1 },
      { reason: 'ticket-bought', account: 'house:clearing:card', unit: 'kobo', amount: 20_300 },
    ]);
    expect(await rowsOf(reference)).toMatchObject([{ player_id: player.id, undone_at: null }]);
  });

  test('a reference brings one ticket, by any notice and however often', async () => {
    const player = await adult(server());
    const reference = await expectedTicket(player);
    await take(server(), ticketCharge(player, reference));
    for (const _again of [1, 2]) {
      await buyTicket(player, reference);
      await verify(player, reference);
      await webhook(server(), success(ticketCharge(player, reference)));
    }
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
    expect(await rowsOf(reference)).toHaveLength(1);
    await boughtTicket(player);
    expect(await ticketsOf(player)).toEqual({ waiting: 2, told: 2 });
  });

  test('a ticket by mobile money waits once its owner has said yes, whoever asks', async () => {
    const player = await adult(server());
    const order = await prompted(player, { product: 'rush-ticket', amount: 200 });
    const kobo = Math.round(order.totalAmount * 100);
    const tries = [];
    for (const _try of [1, 2, 3, 4]) tries.push(await buyTicket(player, order.reference, kobo));
    expect(tries[0]?.body).toMatchObject({ status: false, code: 'payment/pending' });
    expect(tries.at(-1)?.body).toMatchObject({ status: true, data: { user: { rushTickets: 1 } } });
    await readStatus(player, order.reference);
    await hint(order.reference);
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
    const { data } = (await player.get('/payments/consents')).body;
    expect(data).toMatchObject([{ product: 'rush-ticket', way: 'mobile-money', state: 'paid' }]);
  });

  test('a hint alone brings it, once the service says that it is paid', async () => {
    const player = await adult(server());
    const { reference } = await prompted(player, { product: 'rush-ticket', amount: 200 });
    for (const _again of [1, 2, 3]) await hint(reference);
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
  });

  test('a mobile-money payment that was declined brings none', async () => {
    const player = await adult(server());
    const msisdn = newNumber('95');
    const order = await prompted(player, { product: 'rush-ticket', amount: 200, msisdn });
    const kobo = Math.round(order.totalAmount * 100);
    for (const _try of [1, 2, 3]) await buyTicket(player, order.reference, kobo);
    const { body } = await buyTicket(player, order.reference, kobo);
    expect(body).toMatchObject({ status: false, code: 'payment/failed' });
    expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
  });

  test('a player who has gone gets their ticket from the server’s own asking', async () => {
    const player = await adult(server());
    const reference = await expectedTicket(player);
    await take(server(), ticketCharge(player, reference));
    await passMinutes(server(), 3);
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
  });

  test('airtime buys no ticket', async () => {
    const player = await adult(server());
    const path = `/payments/subscribe/airtime/${player.phone}?plan=rush-ticket`;
    const { body } = await player.get(path, { key: newKey() });
    expect(body.status).toBe(false);
  });

  test.each(['20000', '20301', '203.00', '020300', 'all', '-20300'])(
    'an amount of %s is not what the ticket costs',
    async (amount) => {
      const player = await adult(server());
      const reference = await expectedTicket(player);
      await take(server(), ticketCharge(player, reference));
      const buying = () => buyTicket(player, reference, amount);
      await expectRefused(server(), buying, 409, 'payment/mismatch');
    },
  );

  test('a payment for another product, or by another player, brings no ticket', async () => {
    const player = await adult(server());
    const pack = await expected(player);
    await expectRefused(server(), () => buyTicket(player, pack, 10_150), 409, 'payment/mismatch');
    const other = await adult(server());
    const reference = await expectedTicket(other);
    await take(server(), ticketCharge(other, reference));
    await expectRefused(server(), () => buyTicket(player, reference), 404, 'payment/unknown');
    await expectRefused(server(), () => buyTicket(player, 'FOM-1'), 404, 'payment/unknown');
    expect((await buyTicket(other, reference)).body.status).toBe(true);
  });

  test('a kobo less than expected brings no ticket', async () => {
    const player = await adult(server());
    const reference = await expectedTicket(player);
    await take(server(), { ...ticketCharge(player, reference), amount: 20_299 });
    expect((await buyTicket(player, reference)).body.code).toBe('payment/mismatch');
    expect(await stateOf(server(), reference)).toBe('mismatched');
    expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
  });

  const ways = {
    card: async (player: Awaited<ReturnType<typeof adult>>) => {
      const body = { product: 'rush-ticket', provider: 'card', reference: newReference() };
      return () => player.post('/payments/expected', body, { key: newKey() });
    },
    'mobile money': async (player: Awaited<ReturnType<typeof adult>>) => {
      const order = await newOrder(player, { product: 'rush-ticket', amount: 200 });
      return () => pay(player, order, newKey());
    },
  };

  for (const [way, ready] of Object.entries(ways)) {
    test.each([
      ['an unknown age', () => {}, 'spending/age-needed'],
      ['an age of 17', (p) => bornOn(p, '2010-01-01'), 'spending/under-age'],
      ['the limit', (p) => set(p, { weeklyNaira: 150 }), 'spending/limit-reached'],
      ['a break', (p) => set(p, { breakDays: 1 }), 'spending/on-break'],
    ] as [string, (player: Awaited<ReturnType<typeof adult>>) => unknown, string][])(
      `by ${way} no ticket is sold past %s`,
      async (_what, stop, code) => {
        const player = await (code === 'spending/age-needed'
          ? server().subscriber()
          : adult(server()));
        server().toNextWeek();
        const buy = await ready(player);
        await stop(player);
        const { body } = await expectRefused(server(), buy, 409, code);
        expect(body.message).toContain('Nothing was charged');
      },
    );
  }

  test('a pack of coins needs no date of birth', async () => {
    const player = await server().subscriber();
    expect(await expected(player)).toMatch(/^FOM-/);
  });

  test('history, consents and the export name it', async () => {
    const player = await adult(server());
    server().clock.at += 1000;
    const reference = await boughtTicket(player);
    const { data: paid } = (await player.get('/payments')).body;
    expect(paid).toMatchObject([{ description: 'Millionaire Rush ticket', amount: 203 }, {}]);
    const { data: agreed } = (await player.get('/payments/consents')).body;
    expect(agreed).toMatchObject([{ product: 'rush-ticket', coins: 0, reference, state: 'paid' }]);
    const { data: book } = (await player.get('/payments/passbook')).body;
    expect(book).toMatchObject({ rows: [{ reason: 'subscription' }], claims: [] });
  });

  test('the offer has the ticket’s price, and that the contest is open', async () => {
    const { data } = (await server().call('GET', '/misc/config')).body;
    const nobody = { promoter: null, permit: null, rules: null, support: null };
    expect(data).toMatchObject({
      prices: { rushTicket: 200 },
      contest: { isOpen: true, ...nobody },
    });
  });

  test.runIf(TEST_DATABASE_URL)('20 notices at the same time bring one ticket', async () => {
    const player = await adult(server());
    const reference = await expectedTicket(player);
    const charge = ticketCharge(player, reference);
    await take(server(), charge);
    const calls = [
      () => buyTicket(player, reference),
      () => verify(player, reference),
      () => webhook(server(), success(charge)),
      () => settled(reference),
    ];
    await Promise.all(Array.from({ length: 20 }, (_, index) => calls[index % calls.length]?.()));
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
    expect(await movementsOf(reference)).toHaveLength(5);
  });

  const settled = (reference: string) =>
    server()
      .db.transaction()
      .execute((trx) =>
        settlePayment(
          trx,
          { reference, kobo: 20_300, currency: 'NGN', way: 'card' },
          server().clock.at,
        ),
      );
});

describe('the sale of a ticket', () => {
  const bank = buildBank(200);

  const server = testServer({ bank });

  beforeEach(async () => {
    await server().db.deleteFrom('rush_reserve').execute();
  });

  /** The questions of a level in the reserve without the first `kept`. */
  async function beyond(kept: number, level: Level) {
    const { questions } = await openReserve(server().db, bank);
    return questions.filter((one) => one.level === level).slice(kept);
  }

  /** Uses up the questions of a level except this many. */
  async function useUp(left: number, level: Level): Promise<void> {
    await server().db.deleteFrom('rush_reserve').execute();
    const used = (await beyond(left, level)).map(({ id }) => ({
      question_id: id,
      deals: RESERVE_DEALS_MAX,
    }));
    await server().db.insertInto('rush_reserve').values(used).execute();
    const at = new Date(server().clock.at);
    await server().db.updateTable('rush_reserve').set({ left_at: at }).execute();
  }

  /** Records that a player has had all questions of a level except this many. */
  async function had(player: TestPlayer, left: number, level: Level, at = server().clock.at) {
    const questions = (await beyond(left, level)).map((one) => ({
      ...one,
      options: [...one.options],
    }));
    await server()
      .db.transaction()
      .execute((trx) => rememberDealt(trx, player.id, questions, at));
  }

  const expecting = (player: TestPlayer) => () => {
    const body = { product: 'rush-ticket', provider: 'card', reference: newReference() };
    return player.post('/payments/expected', body, { key: newKey() });
  };

  const isOpen = async () => {
    const { data } = (await server().call('GET', '/misc/config')).body;
    return (data as { contest: { isOpen: boolean } }).contest.isOpen;
  };

  test.each(LEVELS)(
    'with too few %s questions left no ticket is sold to anybody',
    async (level) => {
      const player = await adult(server());
      await useUp(5, level);
      expect(await isOpen()).toBe(true);
      expect((await expecting(player)()).body.status).toBe(true);
      await useUp(4, level);
      expect(await isOpen()).toBe(false);
      const { body } = await expectRefused(server(), expecting(player), 409, 'rush/closed');
      expect(body.message).toContain('Nothing was charged');
    },
  );

  test('a player who had all questions within 30 days is sold no ticket, others are', async () => {
    const player = await adult(server());
    await had(player, 4, 'hard', server().clock.at - 30 * DAY_MS + 1);
    await expectRefused(server(), expecting(player), 409, 'rush/closed');
    const order = await newOrder(player, { product: 'rush-ticket', amount: 200 });
    await expectRefused(server(), () => pay(player, order, newKey()), 409, 'rush/closed');
    expect(await isOpen()).toBe(true);
    expect((await expecting(await adult(server()))()).body.status).toBe(true);
    server().clock.at += 1;
    expect((await expecting(player)()).body.status).toBe(true);
  });

  test('each ticket that waits needs questions of its own', async () => {
    const player = await adult(server());
    await boughtTicket(player);
    await had(player, 9, 'medium');
    await expectRefused(server(), expecting(player), 409, 'rush/closed');
    await server().db.deleteFrom('dealt_questions').where('player_id', '=', player.id).execute();
    await had(player, 10, 'medium');
    expect((await expecting(player)()).body.status).toBe(true);
  });

  test('a ticket whose payment had begun is kept, and its call says the same again', async () => {
    const player = await adult(server());
    const key = newKey();
    const body = { product: 'rush-ticket', provider: 'card', reference: newReference() };
    const first = await player.post('/payments/expected', body, { key });
    const reference = await expectedTicket(player);
    await useUp(0, 'easy');
    await webhook(server(), success(ticketCharge(player, reference)));
    expect((await buyTicket(player, reference)).body.status).toBe(true);
    expect(await ticketsOf(player)).toEqual({ waiting: 1, told: 1 });
    expect((await player.post('/payments/expected', body, { key })).body).toEqual(first.body);
  });
});

describe('consents', () => {
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
    await player.get(verifySubscription(player));
    expect(await consents(player)).toMatchObject([{ state: 'paid', kobo: 10_000 }]);
  });

  test('a charge that the operator knows by a reference of its own is paid too', async () => {
    const player = await lapsed(server());
    const { at } = server().clock;
    const period = {
      startsAt: new Date(at).toISOString(),
      endsAt: new Date(at + 1e8).toISOString(),
    };
    const operator = watchOperator(server(), {
      charge: async () =>
        Response.json({ status: 'active', reference: 'OP-1', plan: 'weekly', ...period }),
    });
    await subscribeTo(player);
    operator.stop();
    expect(await consents(player)).toMatchObject([
      { reference: operator.charges[0], state: 'paid' },
    ]);
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
    await payByCard(player, wallet);
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
});
