import { describe, expect, test } from 'vitest';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { deleteAccount } from '../../../server/my-data/delete-account.ts';
import { lockCredit } from '../../../server/payments/credit.ts';
import { giveBack, reversePayment } from '../../../server/payments/take-back.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { BY_HAND } from '../../support/by-hand.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';
import {
  close,
  payDue,
  payLater,
  prize,
  ready,
  thisMonth,
  thisWeek,
  winnings,
} from './prize-calls.ts';
import { send } from './sending.ts';

const PRIZES = JSON.stringify([
  { pool: 'all', board: 'weekly', places: 1, naira: 500 },
  { pool: 'all', board: 'monthly', places: 1, naira: 50_000, minCoinsBought: 1500 },
]);

const server = testServer({ env: { PRIZES } });

const PACKS = 2;

async function buyPacks(player: TestPlayer): Promise<string[]> {
  const bought: string[] = [];
  for (let nth = 0; nth < PACKS; nth += 1) {
    const reference = await expected(player);
    await webhook(server(), success(chargeOf(player, reference)));
    bought.push(reference);
  }
  return bought;
}

/** Has a player pass the proof round that their first monthly prize asks for. */
async function proveMonth({ id }: TestPlayer): Promise<void> {
  const at = new Date(server().clock.at);
  await server()
    .db.updateTable('proof_rounds')
    .set({ state: 'passed', opened_at: at, closed_at: at })
    .where('player_id', '=', id)
    .where('state', '=', 'asked')
    .execute();
  await payLater(server());
}

/** The first of a month, and a second who has bought enough too; the first one's prize is approved. */
async function month() {
  server().clock.at = thisMonth(server()).endsAt + DAY_MS;
  const of = thisMonth(server());
  const [first, next] = [await ready(server(), 90), await ready(server(), 80)];
  const [pack = ''] = await buyPacks(first);
  await buyPacks(next);
  close(server(), of);
  await payDue(server());
  await proveMonth(first);
  expect((await monthly(first))?.state).toBe('approved');
  return { first, next, pack };
}

const monthly = async (player: TestPlayer) =>
  (await winnings(player)).find(({ board }) => board === 'monthly');

const refund = ({ db, clock }: TestServer, reference: string) =>
  db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));

/** The transfers for a player's month. */
const transfersOf = (player: TestPlayer) =>
  server()
    .db.selectFrom('sandbox_transfers')
    .innerJoin('payouts', 'sent_as', 'sandbox_transfers.reference')
    .select('amount')
    .where('player_id', '=', player.id)
    .where('board', '=', 'monthly')
    .execute();

describe('the month goes to who has kept the coins that it asks for', () => {
  test('a refund after the check takes the prize: it lapses, and the next one is paid', async () => {
    const { first, next, pack } = await month();
    await refund(server(), pack);
    await send(server());
    expect(await monthly(first)).toMatchObject({
      state: 'held',
      reason: 'coins-taken-back',
      mendBy: new Date(server().clock.at + 30 * DAY_MS).toISOString(),
    });
    expect(await transfersOf(first)).toEqual([]);
    await payLater(server(), 30 * DAY_MS + 60_000);
    expect((await monthly(first))?.state).toBe('lapsed');
    await payDue(server());
    await proveMonth(next);
    expect((await monthly(next))?.state).toBe('approved');
  });

  test('a dispute that is won gives the prize back', async () => {
    const { first, pack } = await month();
    const { db, clock } = server();
    await refund(server(), pack);
    await send(server());
    expect((await monthly(first))?.reason).toBe('coins-taken-back');
    await db
      .insertInto('disputes')
      .values({ reference: pack, id: '1', state: 'won', at: new Date(clock.at) })
      .execute();
    await db
      .updateTable('disputes')
      .set({ took_at: new Date(clock.at) })
      .execute();
    await db.transaction().execute(async (trx) => {
      const credit = await lockCredit(trx, pack);
      if (credit) await giveBack(trx, credit, clock.at);
    });
    await payLater(server());
    expect((await monthly(first))?.state).toBe('approved');
  });

  test('a refund while the provider has no balance calls the prize back', async () => {
    const { first, pack } = await month();
    const { operator } = server();
    const message = 'Your balance is not enough to fulfil this request';
    const fetch: typeof operator.fetch = async (url, init) =>
      url.endsWith('/transfer')
        ? { status: 400, text: async () => JSON.stringify({ status: false, message }) }
        : operator.fetch(url, init);
    await send(server(), { fetch });
    expect((await monthly(first))?.state).toBe('sending');
    await refund(server(), pack);
    server().clock.at += 60_000;
    await send(server());
    expect(await monthly(first)).toMatchObject({ state: 'held', reason: 'coins-taken-back' });
    expect(await transfersOf(first)).toEqual([]);
  });

  test('nor is it in a file for the bank', async () => {
    const key = await addOperator(server(), 'eve');
    const listed = async (player: TestPlayer) => {
      const { lines } = await operate(server(), ['payouts', 'export'], key, { env: BY_HAND });
      const reference = (await monthly(player))?.reference ?? '';
      return lines.filter((line) => line.includes(reference));
    };
    const { first, pack } = await month();
    await refund(server(), pack);
    expect(await listed(first)).toEqual([]);
    expect((await monthly(first))?.state).toBe('held');
    const { first: later, pack: another } = await month();
    expect((await listed(later))[0]).toContain('Access Bank');
    // The bank may have it or not: the operator decides.
    await refund(server(), another);
    expect((await listed(later))[0]).toMatch(/,STOPPED,,,$/);
  });
});

async function approved(): Promise<TestPlayer> {
  server().toNextWeek();
  const week = thisWeek(server());
  const player = await ready(server(), 100);
  close(server(), week);
  await payDue(server());
  expect((await prize(player)).state).toBe('approved');
  return player;
}

test('a prize whose number has a new owner lapses before it leaves', async () => {
  const player = await approved();
  const { db, services } = server();
  const sign = await openSignatures(db);
  await db
    .transaction()
    .execute((trx) =>
      deleteAccount(trx, { ...services, sign }, { playerId: player.id, leavesTrace: false }),
    );
  await send(server());
  expect((await prize(player)).state).toBe('lapsed');
});

test('a plan that has run out since takes nothing away', async () => {
  const player = await approved();
  await server().db.deleteFrom('subscriptions').where('player_id', '=', player.id).execute();
  await send(server());
  expect((await prize(player)).state).toBe('paid');
});
