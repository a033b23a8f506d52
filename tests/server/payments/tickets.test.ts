import { expect, test } from 'vitest';
import { settlePayment } from '../../../server/payments/purchase.ts';
import { buildBank } from '../../support/bank.ts';
import { expectRefused, newKey, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
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
  expect(data).toMatchObject({ prices: { rushTicket: 200 }, contest: { isOpen: true, ...nobody } });
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
