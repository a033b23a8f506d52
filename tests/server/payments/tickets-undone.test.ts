import { expect, test } from 'vitest';
import { closeClaims, readClaims } from '../../../server/payments/claims.ts';
import { noteRefund, reversePayment } from '../../../server/payments/take-back.ts';
import { oldestTicket } from '../../../server/payments/tickets.ts';
import { buildBank } from '../../support/bank.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { stateOf, webhook } from './card-calls.ts';
import {
  adult,
  boughtTicket,
  buyTicket,
  countRun,
  openedRun,
  TICKET,
  ticketsOf,
  voidRun,
} from './ticket-calls.ts';

const server = testServer({ bank: buildBank(200) });

const reverse = (reference: string, undo: typeof reversePayment | typeof noteRefund) =>
  server()
    .db.transaction()
    .execute((trx) => undo(trx, reference, server().clock.at));

const owed = (player: TestPlayer) => readClaims(server().db, player.id);
const next = (player: TestPlayer) => oldestTicket(server().db, player.id);
const waiting = async (player: TestPlayer) => (await ticketsOf(player)).waiting;

/** The books on a player's tickets and everything that tickets earned. */
const sales = async (reference: string) => {
  const rows = await server()
    .db.selectFrom('ledger_postings as posting')
    .innerJoin('ledger_movements as movement', 'movement.id', 'posting.movement_id')
    .select(({ fn }) => ['account', fn.sum<string>('amount').as('sum')])
    .where('key', 'like', `%${reference}`)
    .groupBy('account')
    .execute();
  return Object.fromEntries(rows.map(({ account, sum }) => [account, Number(sum)]));
};

const NOTHING = {
  'house:clearing:card': 0,
  'house:fees': 0,
  'house:sales': 0,
  'house:tickets-sold': 0,
  tickets: 0,
};
const SOLD = {
  'house:clearing:card': 20_300,
  'house:fees': -300,
  'house:sales': -20_000,
  'house:tickets-sold': -1,
  tickets: 1,
};

/** The provider's notice of a dispute of a ticket's payment. */
async function dispute(reference: string, word: 'create' | 'win' | 'lose', id = 7) {
  const transaction = { reference, amount: TICKET.totalKobo, currency: 'NGN' };
  const resolution = { create: null, win: 'declined', lose: 'merchant-accepted' }[word];
  const status = word === 'create' ? 'awaiting-merchant-feedback' : 'resolved';
  const refund_amount = word === 'win' ? 0 : TICKET.totalKobo;
  const event = `charge.dispute.${word === 'create' ? 'create' : 'resolve'}`;
  const data = { id, currency: 'NGN', transaction, status, resolution, refund_amount };
  expect((await webhook(server(), JSON.stringify({ event, data }))).status).toBe(200);
}

test.each([
  ['reversed', reversePayment],
  ['refunded', noteRefund],
] as const)('a ticket that waits is taken when its payment is %s, once', async (_how, undo) => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  expect(await next(player)).toBe(reference);
  for (const _again of [1, 2]) await reverse(reference, undo);
  expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
  expect(await next(player)).toBeNull();
  expect(await owed(player)).toEqual([]);
  expect(await sales(reference)).toEqual(NOTHING);
  await buyTicket(player, reference);
  expect(await waiting(player)).toBe(0);
});

test.each(['open', 'counted'])('a ticket in a run that is %s is owed', async (state) => {
  const player = await adult(server());
  const [reference, other] = [await boughtTicket(player), await boughtTicket(player)];
  const run = await openedRun(player, reference);
  if (state === 'counted') await countRun(server(), run);
  await reverse(reference, reversePayment);
  const at = new Date(server().clock.at).toISOString();
  expect(await owed(player)).toEqual([{ reference, coins: 0, tickets: 1, at }]);
  const { data } = (await player.get('/payments/passbook')).body;
  expect(data).toMatchObject({ claims: [{ reference, tickets: 1 }] });
  // The ticket of another payment is not taken instead.
  expect([await waiting(player), await next(player)]).toEqual([1, other]);
  expect(await sales(reference)).toEqual({ ...NOTHING, 'house:tickets-sold': -1, tickets: 1 });
  const settle = await server()
    .db.transaction()
    .execute((trx) => closeClaims(trx, { reference }, server().clock.at));
  expect(settle).toEqual({ coins: 0, tickets: 1 });
  expect(await owed(player)).toEqual([]);
});

test('a lost dispute takes the ticket, a won one gives it back, once', async () => {
  const player = await adult(server());
  const [lost, won] = [await boughtTicket(player), await boughtTicket(player)];
  for (const _again of [1, 2]) await dispute(lost, 'create');
  for (const _again of [1, 2]) await dispute(won, 'create');
  expect(await waiting(player)).toBe(0);
  await dispute(lost, 'lose');
  await dispute(lost, 'win');
  for (const _again of [1, 2]) await dispute(won, 'win');
  await dispute(won, 'create');
  expect([await waiting(player), await next(player)]).toEqual([1, won]);
  expect([await stateOf(server(), lost), await stateOf(server(), won)]).toEqual([
    'reversed',
    'paid',
  ]);
  expect([await sales(lost), await sales(won)]).toEqual([NOTHING, SOLD]);
});

test('a dispute won before its notice arrived takes nothing', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  await dispute(reference, 'win');
  await dispute(reference, 'create');
  expect([await waiting(player), await next(player)]).toEqual([1, reference]);
});

test('a dispute of a played ticket that is won closes what is owed, and gives no other', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  await countRun(server(), await openedRun(player, reference));
  await dispute(reference, 'create');
  expect(await owed(player)).toHaveLength(1);
  await dispute(reference, 'win');
  expect([await owed(player), await waiting(player), await next(player)]).toEqual([[], 0, null]);
  expect(await sales(reference)).toEqual(SOLD);
});

test('a run that the game ends gives its ticket back, and it can be played again', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  const run = await openedRun(player, reference);
  expect([await waiting(player), await next(player)]).toEqual([0, null]);
  expect(await voidRun(player, run, reference)).toBe(true);
  expect(await voidRun(player, run, reference)).toBe(false);
  expect([await waiting(player), await next(player)]).toEqual([1, reference]);
});

test.each(['create, void, win', 'create, win, void', 'void, create, win'])(
  'a voided run and a won dispute together return one ticket: %s',
  async (order) => {
    const player = await adult(server());
    const reference = await boughtTicket(player);
    const run = await openedRun(player, reference);
    for (const what of order.split(', ')) {
      if (what === 'void') await voidRun(player, run, reference);
      else await dispute(reference, what as 'create' | 'win');
    }
    expect([await waiting(player), await next(player)]).toEqual([1, reference]);
    expect([await owed(player), await sales(reference)]).toEqual([[], SOLD]);
  },
);

test('a run that the game ends after its ticket was taken back gives none', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  const run = await openedRun(player, reference);
  await reverse(reference, noteRefund);
  expect(await owed(player)).toHaveLength(1);
  expect(await voidRun(player, run, reference)).toBe(false);
  expect([await owed(player), await waiting(player), await next(player)]).toEqual([[], 0, null]);
  expect(await sales(reference)).toEqual(NOTHING);
});

test('what came back can be disputed again', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  for (const id of [1, 2]) {
    await dispute(reference, 'create', id);
    expect(await waiting(player)).toBe(0);
    await dispute(reference, 'win', id);
    expect(await waiting(player)).toBe(1);
  }
  expect(await sales(reference)).toEqual(SOLD);
});

test('an account that is deleted forfeits the tickets that wait, and owes one of them later', async () => {
  const player = await adult(server());
  const reference = await boughtTicket(player);
  await boughtTicket(player);
  const { body } = await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  expect(body).toMatchObject({ status: true });
  const tickets = await server()
    .db.selectFrom('wallets')
    .select('tickets')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  expect(tickets).toEqual({ tickets: 0 });
  await reverse(reference, reversePayment);
  expect(await owed(player)).toMatchObject([{ reference, tickets: 1 }]);
});
