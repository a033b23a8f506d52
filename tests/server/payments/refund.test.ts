import { expect, test } from 'vitest';
import { noteRefund, sendRefund } from '../../../server/payments/take-back.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  chargeOf,
  expected,
  PACK,
  sandboxCard,
  stateOf,
  success,
  take,
  webhook,
} from './card-calls.ts';

const server = testServer();

/** A payment that the sandbox has taken. */
async function aTakenPayment(player: TestPlayer, amount: number = PACK.totalKobo) {
  const reference = await expected(player);
  const charge = { ...chargeOf(player, reference), amount };
  await take(server(), charge);
  await webhook(server(), success(charge));
  return reference;
}

async function refund(reference: string) {
  const { db } = server();
  const noted = await db
    .transaction()
    .execute((trx) => noteRefund(trx, reference, server().clock.at));
  if (noted.outcome === 'unknown' || noted.outcome === 'not-credited') return noted;
  const services = { db, card: sandboxCard(server()), now: () => server().clock.at };
  return sendRefund(services, noted.credit);
}

const sentOf = (reference: string) =>
  server()
    .db.selectFrom('sandbox_card_refunds')
    .select(['amount', 'merchant_note'])
    .where('reference', '=', reference)
    .execute();

test('a card’s money goes back, once, after its coins', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player);
  expect(await refund(reference)).toEqual({ outcome: 'sent' });
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('refunded');
  expect(await refund(reference)).toEqual({ outcome: 'sent-before' });
  expect(await sentOf(reference)).toEqual([
    { amount: PACK.totalKobo, merchant_note: `Refund of ${reference}` },
  ]);
});

test('a refund unknown to a restored copy is found at the provider, and not sent again', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player);
  await refund(reference);
  await server()
    .db.updateTable('refunds')
    .set({ state: 'asked', asked_at: new Date(0) })
    .where('reference', '=', reference)
    .execute();
  expect(await refund(reference)).toEqual({ outcome: 'sent' });
  expect(await sentOf(reference)).toHaveLength(1);
});

/** The provider takes the refund, and its answer gets lost. */
function loseAnswerOf(path: string): () => void {
  const { operator } = server();
  const sandbox = operator.fetch;
  operator.fetch = async (url, init) => {
    const response = await sandbox(url, init);
    if (init.method === 'POST' && url.endsWith(path)) throw new Error('ECONNRESET');
    return response;
  };
  return () => {
    operator.fetch = sandbox;
  };
}

test('a refund whose answer got lost is found by our note, and not sent twice', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player);
  const found = loseAnswerOf('/refund');
  await expect(refund(reference)).rejects.toMatchObject({ code: 'card/unavailable' });
  found();
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  expect(await stateOf(server(), reference)).toBe('reversed');
  expect(await refund(reference)).toEqual({ outcome: 'busy' });
  server().clock.at += 61_000;
  server().operator.asked.length = 0;
  expect(await refund(reference)).toEqual({ outcome: 'sent' });
  expect(await sentOf(reference)).toHaveLength(1);
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('if several refund at the same time, one asks the provider', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => refund(reference)));
  expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toHaveLength(1);
  expect(await sentOf(reference)).toHaveLength(1);
});

test('a provider that refuses is quoted, and nothing counts as sent', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player);
  const at = new Date(server().clock.at);
  await server()
    .db.insertInto('sandbox_card_refunds')
    .values({ reference, amount: PACK.totalKobo, merchant_note: 'by somebody', at })
    .execute();
  const message = 'Transaction has been fully reversed';
  expect(await refund(reference)).toEqual({ outcome: 'refused', message });
  expect(await stateOf(server(), reference)).toBe('reversed');
});

test('money that was not what was expected goes back whole, and nothing else moves', async () => {
  const player = await server().signUp();
  const reference = await aTakenPayment(player, 9_999);
  const before = await server().snapshot();
  expect(await refund(reference)).toEqual({ outcome: 'sent' });
  expect(await server().snapshot()).toEqual(before);
  expect(await sentOf(reference)).toMatchObject([{ amount: 9_999 }]);
  expect(await stateOf(server(), reference)).toBe('refunded');
});

test('airtime is the operator’s to send back', async () => {
  const player = await server().subscriber();
  const { reference } = await server()
    .db.selectFrom('subscriptions')
    .select('reference')
    .where('player_id', '=', player.id)
    .executeTakeFirstOrThrow();
  expect(await refund(reference)).toEqual({ outcome: 'by-hand' });
  expect(await player.wallet()).toEqual({ coins: 0, held: 0 });
  const refunds = await server()
    .db.selectFrom('refunds')
    .select(['way', 'kobo', 'state'])
    .where('reference', '=', reference)
    .execute();
  expect(refunds).toEqual([{ way: 'airtime', kobo: 10_000, state: 'by-hand' }]);
});

test('a payment that took no money is not refunded', async () => {
  const player = await server().signUp();
  const reference = await expected(player);
  server().operator.asked.length = 0;
  expect(await refund('FOM-of-nobody')).toEqual({ outcome: 'unknown' });
  expect(await refund(reference)).toMatchObject({ outcome: 'not-credited' });
  expect(server().operator.asked).toEqual([]);
  expect(await stateOf(server(), reference)).toBe('pending');
});
