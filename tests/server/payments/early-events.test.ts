import { expect, test } from 'vitest';
import { settlePayment } from '../../../server/payments/purchase.ts';
import { buildBank } from '../../support/bank.ts';
import { newKey, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  chargeOf,
  expected,
  PACK,
  reportsOf,
  stateOf,
  success,
  take,
  verify,
  webhook,
} from './card-calls.ts';
import { adult, expectedTicket, TICKET, ticketCharge, ticketsOf } from './ticket-calls.ts';
import { periodsOf } from './undone-calls.ts';

const server = testServer({ bank: buildBank(200) });

const KOBO = { currency: 'NGN', amount: PACK.totalKobo as number };

async function tell(event: string, data: object) {
  expect((await webhook(server(), JSON.stringify({ event, data }))).status).toBe(200);
}

const toldRefund = (reference: string, amount = KOBO.amount) =>
  tell('refund.processed', { ...KOBO, amount, transaction_reference: reference });

const toldDispute = (reference: string, resolution: string | null = null) =>
  tell(`charge.dispute.${resolution ? 'resolve' : 'create'}`, {
    id: 7,
    status: resolution ? 'resolved' : 'pending',
    resolution,
    transaction: { ...KOBO, reference },
  });

/** All movements of a payment in the books, and the player's wallet. */
async function outcomeOf(player: TestPlayer, reference: string) {
  const moved = await server()
    .db.selectFrom('ledger_movements as movement')
    .innerJoin('ledger_postings as posting', 'posting.movement_id', 'movement.id')
    .select(['movement.key', 'posting.account', 'posting.unit', 'posting.amount'])
    .where('movement.key', 'like', `%${reference}%`)
    .orderBy('posting.id')
    .execute();
  const books = moved.map(({ key, ...posting }) => ({
    ...posting,
    key: key.replace(reference, ''),
  }));
  const { coins } = await player.wallet();
  return { books, coins, state: await stateOf(server(), reference) };
}

type Told = (reference: string) => Promise<unknown>;

const UNDONE: [string, Told[], string][] = [
  ['a refund', [toldRefund], 'refunded'],
  ['a dispute', [toldDispute], 'reversed'],
  ['a dispute that its payer won', [(ref) => toldDispute(ref, 'merchant-accepted')], 'reversed'],
  ['a dispute and then a refund', [toldDispute, toldRefund], 'refunded'],
];

test.each(UNDONE)(
  '%s has the same effect whether its notice comes before or after its payment, however often',
  async (_what, undone, state) => {
    const outcomes = [];
    for (const isEarly of [false, true]) {
      const player = await server().signUp();
      const reference = await expected(player);
      const paid: Told = () => webhook(server(), success(chargeOf(player, reference)));
      const told = isEarly ? [...undone, paid] : [paid, ...undone];
      for (const one of told) for (const _again of [1, 2]) await one(reference);
      const outcome = await outcomeOf(player, reference);
      for (const one of [paid, ...undone]) await one(reference);
      expect(await outcomeOf(player, reference)).toEqual(outcome);
      outcomes.push(outcome);
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[1]).toMatchObject({ coins: 0, state });
    expect(outcomes[1]?.books.length).toBeGreaterThan(0);
  },
);

test('a server that dies while it credits what was sent back before leaves nothing credited, then or later', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await toldRefund(reference);
  const { db, clock } = server();
  const taken = { reference, way: 'card' as const, kobo: PACK.totalKobo, currency: 'NGN' };
  const dying = db.transaction().execute(async (trx) => {
    await settlePayment(trx, taken, clock.at);
    throw new Error('killed');
  });
  await expect(dying).rejects.toThrow('killed');
  expect(await stateOf(server(), reference)).toBe('pending');
  await take(server(), chargeOf(player, reference));
  await Promise.all([1, 2, 3].map(() => verify(player, reference)));
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('notices of payment, dispute and refund at the same time leave nothing credited', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  const paid = success(chargeOf(player, reference));
  await Promise.all([
    toldRefund(reference),
    webhook(server(), paid),
    toldDispute(reference),
    webhook(server(), paid),
    toldRefund(reference),
  ]);
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('a dispute told early that is declined gives the payment back, and one declined before it takes nothing', async () => {
  const player = await server().signUp();
  const [late, early] = [await expected(player), await expected(player)];
  await toldDispute(late);
  await webhook(server(), success(chargeOf(player, late)));
  await toldDispute(late, 'declined');
  await toldDispute(early);
  await toldDispute(early, 'declined');
  await webhook(server(), success(chargeOf(player, early)));
  expect(await player.wallet()).toEqual({ coins: 2 * PACK.coins, held: 0 });
});

test('a plan and a ticket refunded before their notice are not credited', async () => {
  const player = await adult(server());
  const periods = await periodsOf(player);
  const ticket = await expectedTicket(player);
  await toldRefund(ticket, TICKET.totalKobo);
  await webhook(server(), success(ticketCharge(player, ticket)));
  expect(await ticketsOf(player)).toEqual({ waiting: 0, told: 0 });
  expect(await periodsOf(player)).toEqual(periods);

  const other = await server().signUp();
  const plan = await expected(other, { product: 'plan-daily' });
  await toldRefund(plan, 5_075);
  await webhook(server(), success({ ...chargeOf(other, plan), amount: 5_075 }));
  expect((await other.wallet()).coins).toBe(0);
  const running = (await periodsOf(other)).filter(
    ({ ends_at }) => ends_at.getTime() > server().clock.at,
  );
  expect(running).toEqual([]);
});

test('an early notice of a partial refund leaves the rest to be refunded', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await toldRefund(reference);
  await webhook(server(), success({ ...chargeOf(player, reference), amount: 2 * KOBO.amount }));
  expect(await stateOf(server(), reference)).toBe('mismatched');
});

test('a payment for a deleted account refunded before its notice is not refunded again', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  await toldRefund(reference);
  await player.delete('/user', { word: 'DELETE' }, { key: newKey() });
  await webhook(server(), success(chargeOf(player, reference)));
  expect(await stateOf(server(), reference)).toBe('refunded');
  expect(await reportsOf(server(), reference)).toMatchObject([
    { what: 'refund.processed' },
    { what: 'account-deleted' },
  ]);
});
