import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSignatures } from '../../../server/crypto/signatures.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import { deleteAccount } from '../../../server/my-data/delete-account.ts';
import { lockCredit } from '../../../server/payments/credit.ts';
import { giveBack, reversePayment } from '../../../server/payments/take-back.ts';
import { judgePayoutsOf } from '../../../server/prizes/judge.ts';
import type { Payout } from '../../../server/prizes/payouts.ts';
import { prizeName, sendReference } from '../../../server/prizes/send.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { PrizeRow } from '../../../src/rules/prizes.ts';
import { BY_HAND } from '../../support/by-hand.ts';
import { addOperator, operate } from '../../support/desk.ts';
import { processesOf } from '../../support/killed-process.ts';
import { type TestServer, testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { chargeOf, expected, success, webhook } from '../payments/card-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import {
  close,
  goOn,
  hasProved,
  leaving,
  payDue,
  payLater,
  payoutsOn,
  prize,
  prizeBooks,
  ready,
  score,
  thisDay,
  thisMonth,
  thisWeek,
  winnings,
} from './prize-calls.ts';
import { send, sender } from './sending.ts';

describe('sending a prize', { tags: ['once'] }, () => {
  const server = testServer();

  const MINUTE_MS = 60_000;

  /**
   * A winner of ₦800 in a week of their own, approved; the last digit of their account decides the
   * outcome.
   */
  async function approved(ending = '5', phone?: string): Promise<TestPlayer> {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await server().signUp(phone === undefined ? {} : { phone });
    await bornOn(player, '1990-05-17');
    await addAccount(player, newAccount(ending));
    await hasProved(player);
    await score(player, 400);
    close(server(), week);
    await payDue(server());
    expect((await prize(player)).state).toBe('approved');
    return player;
  }

  /** The identifier of the newest transfer of a player's prize. */
  async function sentAs(player: TestPlayer): Promise<string> {
    const { sent_as } = await server()
      .db.selectFrom('payouts')
      .select('sent_as')
      .where('player_id', '=', player.id)
      .executeTakeFirstOrThrow();
    return sent_as ?? '';
  }

  const transfersOf = async (player: TestPlayer) =>
    server()
      .db.selectFrom('sandbox_transfers')
      .selectAll()
      .where('reference', 'like', `${(await sentAs(player)).slice(0, -1)}%`)
      .orderBy('reference')
      .execute();

  const report = (event: object) => webhook(server(), JSON.stringify(event));

  async function later(ms: number) {
    server().clock.at += ms;
    await send(server());
  }

  describe('an approved prize', () => {
    test('reaches the bank account, once however often it is sent', async () => {
      const before = await prizeBooks(server());
      const player = await approved();
      await Promise.all([send(server()), send(server()), send(server())]);
      await later(MINUTE_MS);
      expect(await prize(player)).toMatchObject({
        state: 'paid',
        netKobo: 80_000,
        bank: { name: 'Access Bank', ending: expect.stringMatching(/^\d{3}$/) },
        paidAt: expect.any(String),
      });
      expect(await transfersOf(player)).toMatchObject([{ amount: 80_000 }]);
      const books = await prizeBooks(server());
      const sent = 'house:clearing:cash';
      expect((books[sent] ?? 0) - (before[sent] ?? 0)).toBe(-80_000);
      expect(books.prizes ?? 0).toBe(before.prizes ?? 0);
    });

    test('that the provider reports twice is paid once', async () => {
      const player = await approved('3');
      await send(server());
      expect((await prize(player)).state).toBe('paid');
      const entries = await server()
        .db.selectFrom('ledger_movements')
        .select('key')
        .where('key', 'like', `prize:${(await prize(player)).reference}:%`)
        .orderBy('key')
        .execute();
      expect(entries.map(({ key }) => key.split(':')[2])).toEqual(['closed', 'won']);
    });

    test('that stays pending is asked about until it has an end, and never sent again', async () => {
      const player = await approved('2');
      await send(server());
      for (const ms of [MINUTE_MS, MINUTE_MS, DAY_MS, DAY_MS]) await later(ms);
      expect((await prize(player)).state).toBe('sending');
      expect(await transfersOf(player)).toHaveLength(1);
    });

    test('that the bank sends back waits for another account, and goes there', async () => {
      const player = await approved('1');
      await send(server());
      expect(await prize(player)).toMatchObject({ state: 'failed', reason: 'sent-back' });
      await later(MINUTE_MS);
      expect(await transfersOf(player)).toHaveLength(1);
      server().clock.at += MINUTE_MS;
      await addAccount(player, newAccount('6'));
      server().clock.at += DAY_MS + MINUTE_MS;
      const services = { ...(await sender(server())), now: () => server().clock.at };
      await judgePayoutsOf(services, server().app.log, player.id);
      await send(server());
      expect((await prize(player)).state).toBe('paid');
      expect(await transfersOf(player)).toHaveLength(2);
    });

    test('is sent again under its reference where the process died before the provider heard', async () => {
      const player = await approved();
      const fetch = async () => {
        throw new Error('the line is cut');
      };
      await send(server(), { fetch });
      expect((await prize(player)).state).toBe('sending');
      expect(await transfersOf(player)).toEqual([]);
      await later(MINUTE_MS);
      expect((await prize(player)).state).toBe('paid');
      expect(await transfersOf(player)).toHaveLength(1);
    });

    test('whose reply was lost was sent once', async () => {
      const player = await approved('4');
      const { operator } = server();
      const fetch: typeof operator.fetch = async (url, init) => {
        const reply = await operator.fetch(url, init);
        if (url.endsWith('/transfer')) throw new Error('the line is cut');
        return reply;
      };
      await send(server(), { fetch });
      await later(MINUTE_MS);
      expect((await prize(player)).state).toBe('paid');
      expect(await transfersOf(player)).toHaveLength(1);
    });

    test('stays with us where the provider has no balance, and is sent later', async () => {
      const player = await approved();
      const { operator } = server();
      const message = 'Your balance is not enough to fulfil this request';
      const fetch: typeof operator.fetch = async (url, init) =>
        url.endsWith('/transfer')
          ? { status: 400, text: async () => JSON.stringify({ status: false, message }) }
          : operator.fetch(url, init);
      await send(server(), { fetch });
      expect((await prize(player)).state).toBe('sending');
      await later(MINUTE_MS);
      expect((await prize(player)).state).toBe('paid');
    });

    test('goes to no account that was not the one when it was begun', async () => {
      const player = await approved();
      const { operator } = server();
      const message = 'Your balance is not enough to fulfil this request';
      const fetch: typeof operator.fetch = async (url, init) =>
        url.endsWith('/transfer')
          ? { status: 400, text: async () => JSON.stringify({ status: false, message }) }
          : operator.fetch(url, init);
      await send(server(), { fetch });
      await addAccount(player, newAccount('6'));
      // The day of the new transfer is over when the provider has funds again.
      await later(DAY_MS + MINUTE_MS);
      expect(await prize(player)).toMatchObject({ state: 'failed', reason: 'sent-back' });
      expect(await transfersOf(player)).toEqual([]);
    });

    test('waits while contests have no permit', async () => {
      const player = await approved();
      const real = {
        CARD_SECRET_KEY: 'sk_live_x',
        CARD_PUBLIC_KEY: 'pk_live_x',
        SIGN_IN_POLICY: 'otp',
      };
      await send(server(), { env: { ...real, SMS_URL: 'https://sms.example', SMS_TOKEN: 'x' } });
      expect((await prize(player)).state).toBe('approved');
      await send(server());
    });
  });

  test('a word on a transfer that is no more than that pays nothing: the provider is asked', async () => {
    const player = await approved('2');
    await send(server());
    const sent = await sentAs(player);
    await report({ event: 'transfer.success', data: { reference: sent, amount: 80_000 } });
    expect((await prize(player)).state).toBe('sending');
  });

  test('money that came back after it was paid is kept for the operator', async () => {
    const player = await approved();
    await send(server());
    const sent = await sentAs(player);
    await report({ event: 'transfer.reversed', data: { reference: sent } });
    const reports = await server()
      .db.selectFrom('payment_reports')
      .select('what')
      .where('reference', '=', sent)
      .execute();
    expect(reports).toEqual([{ what: 'transfer.reversed' }]);
  });

  describe('airtime and data', () => {
    const ROW: PrizeRow = {
      pool: 'all',
      board: 'weekly',
      tier: null,
      places: 1,
      kind: 'airtime',
      naira: 500,
      minPoints: 1,
      minPlayers: 1,
      ticketPercent: null,
      minCoinsBought: 0,
      reserves: 0,
    };

    /** A winner of airtime, approved. */
    async function airtimeWinner(ending: string): Promise<TestPlayer> {
      await server()
        .db.insertInto('prize_tables')
        .values({
          rows: JSON.stringify([ROW]),
          withholding: 0,
          since: new Date(server().clock.at),
        })
        .execute();
      server().toNextWeek();
      const week = thisWeek(server());
      const player = await server().signUp({ phone: server().newPhone(ending) });
      await bornOn(player, '1990-05-17');
      await hasProved(player);
      await score(player, 100);
      close(server(), week);
      await payDue(server());
      return player;
    }

    test.each([
      ['55', 'paid'],
      ['01', 'failed'],
      ['02', 'sending'],
      ['03', 'sending'],
    ])('for a number that ends %s are %s', async (ending, state) => {
      const player = await airtimeWinner(ending);
      await send(server());
      expect(await prize(player)).toMatchObject({ kind: 'airtime', netKobo: 50_000, state });
    });

    test('whose reply was lost are asked about under their reference, and not given again', async () => {
      const player = await airtimeWinner('55');
      const { operator } = server();
      let given = 0;
      const fetch: typeof operator.fetch = async (url, init) => {
        const reply = await operator.fetch(url, init);
        if (!url.endsWith('/top-ups') || !init.body?.includes(player.phone.slice(1))) return reply;
        given += 1;
        throw new Error('the line is cut');
      };
      await send(server(), { fetch });
      server().clock.at += MINUTE_MS;
      await send(server(), { fetch });
      expect((await prize(player)).state).toBe('paid');
      expect(given).toBe(1);
    });
  });
});

describe('the reference of a prize', () => {
  const server = testServer();

  /** A prize of a week, as the database has it. */
  async function wonWeek(): Promise<Payout> {
    server().toNextWeek();
    const week = thisWeek(server());
    const { id } = await ready(server(), 100);
    close(server(), week);
    await payDue(server());
    const own = server().db.selectFrom('payouts').selectAll().where('player_id', '=', id);
    return own.executeTakeFirstOrThrow();
  }

  test('each prize is sent under a name of its own, which a restore gives it again', async () => {
    const won = await wonWeek();
    const nameOf = (changed: Partial<Payout> = {}) =>
      prizeName(server().db, { ...won, ...changed });
    const name = await nameOf();
    const { id: other } = await server().signUp();
    const others: Partial<Payout>[] = [
      { board: 'monthly' },
      { pool: 'glo' },
      { tier: 1 },
      { period_start: new Date(won.period_start.getTime() + DAY_MS) },
      { withdrawn_question: 'q-1' },
      { player_id: Number(other) },
    ];
    for (const changed of others) {
      expect(await nameOf(changed), Object.keys(changed).join()).not.toBe(name);
    }
    const anew = {
      id: won.id + 1,
      reference: 'PO-2222-22',
      place: 2,
      made_at: new Date(),
      failures: 3,
    };
    expect(await nameOf(anew)).toBe(name);
  });
});

describe('a prize until it is sent', () => {
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
});

describe('a prize that lapses', () => {
  const server = testServer({
    env: {
      PRIZES: JSON.stringify([
        { pool: 'all', board: 'weekly', places: 2, naira: 1000 },
        { pool: 'all', board: 'rush', tier: 1, places: 1, naira: 2000 },
      ]),
    },
  });

  test('a prize that is not mended for 30 days lapses, and the next place is paid', async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const first = await ready(server(), 300);
    const late = await server().signUp();
    await score(late, 200);
    const [third, fourth] = [await ready(server(), 100), await ready(server(), 50)];
    close(server(), week);
    await payDue(server());
    const owed = await prizeBooks(server());
    await payLater(server(), 30 * DAY_MS - 1);
    expect(await prize(late)).toMatchObject({ state: 'held', endedAt: null });
    expect(await winnings(third)).toEqual([]);
    await payLater(server());
    expect(await prize(late)).toMatchObject({ state: 'lapsed', reason: null, mendBy: null });
    expect(await prize(third)).toMatchObject({ state: 'checking', place: 3 });
    await payDue(server());
    expect(await prize(third)).toMatchObject({ state: 'approved', grossKobo: 100_000 });
    expect(await prize(first)).toMatchObject({ state: 'approved', place: 1 });
    expect(await winnings(fourth)).toEqual([]);
    expect(await payoutsOn(server(), 'weekly', week)).toHaveLength(3);
    // A lapsed prize is owed no more; the one that moved up is.
    expect(await prizeBooks(server())).toEqual(owed);
  });

  test('a held place keeps its prize, and its clock stops while a person must act', async () => {
    server().toNextWeek();
    const day = thisDay(server());
    const rush = { played: 'rush' as const };
    const first = await server().signUp();
    await bornOn(first, '1990-05-17');
    await score(first, 100, rush);
    const second = await ready(server(), 50, rush);
    close(server(), day);
    await payDue(server());
    const checked = server().clock.at;
    await payLater(server(), 10 * DAY_MS);
    await goOn(first, { event: 'held', by: 'operator', reasons: ['under-review'] });
    await payLater(server(), 100 * DAY_MS);
    expect(await prize(first)).toMatchObject({ reason: 'no-bank-account', mendBy: null });
    expect(await winnings(second)).toEqual([]);
    await goOn(first, { event: 'released', by: 'operator' });
    await payDue(server());
    const released = server().clock.at;
    expect(released - checked).toBe(110 * DAY_MS);
    expect(await prize(first)).toMatchObject({
      mendBy: new Date(released + 30 * DAY_MS).toISOString(),
    });
    await goOn(first, { event: 'refused', by: 'operator' });
    expect(await prize(first)).toMatchObject({ state: 'refused', reason: 'no-bank-account' });
    expect(await prize(second)).toMatchObject({ state: 'checking', place: 2, tier: 1 });
  });

  test('a prize that is paid is in the books as paid, and nothing moves it any more', async () => {
    server().toNextWeek();
    const week = thisWeek(server());
    const player = await ready(server(), 100);
    const before = await prizeBooks(server());
    close(server(), week);
    await payDue(server());
    await goOn(player, leaving());
    await goOn(player, { event: 'paid', by: 'sender' });
    const after = await prizeBooks(server());
    const moved = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
    expect(moved('prizes')).toBe(0);
    expect(moved('house:prizes')).toBe(100_000);
    expect(moved('house:clearing:cash')).toBe(-100_000);
    await expect(goOn(player, { event: 'paid', by: 'sender' })).rejects.toThrow(/can't be paid/);
    await expect(goOn(player, { event: 'refused', by: 'operator' })).rejects.toThrow();
    expect(await prizeBooks(server())).toEqual(after);
  });
});

describe('killed while it sends', { tags: ['once'] }, () => {
  const PLACES = 3;

  const PRIZES = JSON.stringify([{ pool: 'all', board: 'weekly', places: PLACES, naira: 500 }]);

  const server = testServer({ env: { PRIZES } });

  /** The stand-ins over HTTP, with callbacks before each call arrives and after it is done. */
  async function providers() {
    const heard = { before: (_path: string) => {}, after: (_path: string) => {} };
    const line = createServer(async (request, reply) => {
      const { method = 'GET', url = '/' } = request;
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/json' };
      const body = await text(request);
      heard.before(`${method} ${url}`);
      const answer = await server().operator.fetch(`http://localhost${url}`, {
        method,
        headers,
        ...(body && { body }),
        redirect: 'error',
        signal: AbortSignal.timeout(10_000),
      });
      heard.after(`${method} ${url}`);
      reply.writeHead(answer.status).end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(line, 'listening');
    onTestFinished(() => {
      line.closeAllConnections();
      line.close();
    });
    return { heard, address: `http://127.0.0.1:${(line.address() as AddressInfo).port}` };
  }

  /** The prizes of a new week, approved; for an account that ends in 2 the bank's answer is pending. */
  async function approved() {
    server().toNextWeek();
    const week = thisWeek(server());
    for (let at = 0; at < PLACES; at += 1) {
      const player = await server().signUp();
      await bornOn(player, '1990-05-17');
      await addAccount(player, newAccount('2'));
      await hasProved(player);
      await score(player, 100 - at);
    }
    close(server(), week);
    await payDue(server());
    const payouts = () => payoutsOn(server(), 'weekly', week);
    expect((await payouts()).map(({ state }) => state)).toEqual(Array(PLACES).fill('approved'));
    return payouts;
  }

  const transfers = async () =>
    (
      await server()
        .db.selectFrom('sandbox_transfers')
        .select('reference')
        .orderBy('reference')
        .execute()
    ).map(({ reference }) => reference);

  /** The banks have done the transfers, and each server asks. */
  async function banksAnswer(): Promise<void> {
    const { db, clock } = server();
    const all = (await db.selectFrom('sandbox_transfers').selectAll().execute()).entries();
    for (const [at, { reference }] of all) {
      const account_number = `000000${String(at).padStart(3, '0')}5`;
      await db
        .updateTable('sandbox_transfers')
        .set({ account_number })
        .where('reference', '=', reference)
        .execute();
    }
    clock.at += 60_000;
    await Promise.all([send(server()), send(server())]);
  }

  /** The number of entries for each prize as won and as paid. */
  async function entered(players: readonly number[]) {
    const rows = await server()
      .db.selectFrom('ledger_movements')
      .innerJoin('ledger_postings', 'movement_id', 'ledger_movements.id')
      .select('reason')
      .where('player_id', 'in', players)
      .where('account', '=', 'prizes')
      .orderBy('reason')
      .execute();
    return rows.map(({ reason }) => reason);
  }

  const ONCE = [...Array(PLACES).fill('prize-paid'), ...Array(PLACES).fill('prize-won')];

  test.skipIf(TEST_DATABASE_URL === '')(
    'processes that are killed on either side of the provider send each prize once',
    async () => {
      const { heard, address } = await providers();
      const start = await processesOf(server(), address);
      const [asking, sending, noting] = start(3);
      const payouts = await approved();
      const { clock } = server();
      // Before the provider has it, once it has it, and at a step of the database.
      heard.before = (path) =>
        path.startsWith('POST') && path.endsWith('/transfer') && asking?.kill();
      await asking?.work('send', clock.at);
      heard.before = () => {};
      expect(await transfers()).toHaveLength(1);
      clock.at += 60_000;
      heard.after = (path) =>
        path.startsWith('POST') && path.endsWith('/transfer') && sending?.kill();
      await sending?.work('send', clock.at);
      heard.after = () => {};
      expect(await transfers()).toHaveLength(2);
      clock.at += 60_000;
      await noting?.work('send', clock.at, 12);
      expect([asking, sending, noting].every((one) => one?.wasKilled)).toBe(true);
      const sentAs = (await payouts()).flatMap(({ sent_as }) => sent_as ?? []);
      await send(server());
      await banksAnswer();
      const ended = await payouts();
      expect(ended.map(({ state }) => state)).toEqual(Array(PLACES).fill('paid'));
      expect(ended.map(({ sent_as }) => sent_as)).toEqual(expect.arrayContaining(sentAs));
      expect(await transfers()).toEqual(ended.map(({ sent_as }) => sent_as).toSorted());
      expect(await entered(ended.map(({ player_id }) => player_id))).toEqual(ONCE);
    },
  );

  test.skipIf(TEST_DATABASE_URL === '')(
    'processes that are killed as they look for prizes after a restore take over each once',
    async () => {
      const { address } = await providers();
      const start = await processesOf(server(), address);
      const searching = start(3);
      const payouts = await approved();
      const { db, clock } = server();
      const at = new Date(clock.at);
      const names = await Promise.all((await payouts()).map((payout) => prizeName(db, payout)));
      const [byHand = '', ...bySandbox] = names;
      await db.deleteFrom('sandbox_transfers').execute();
      for (const [nth, name] of bySandbox.entries()) {
        const sent = { reference: sendReference(name, 0), account_number: `00000000${nth}5` };
        await db
          .insertInto('sandbox_transfers')
          .values({ ...sent, amount: 50_000, at })
          .execute();
      }
      const sent = await transfers();
      await db.insertInto('gone_prizes').values({ prize: byHand, at }).execute();
      clock.at += 1;
      await noteRestore(db, clock.at);
      await db.updateTable('restores').set({ answered_at: at }).execute();
      await Promise.all(searching.map((one, nth) => one.work('send', clock.at, 9 + nth * 11)));
      expect(searching.filter(({ wasKilled }) => wasKilled)).toHaveLength(3);
      clock.at += 60_000;
      await Promise.all([send(server()), send(server())]);
      clock.at += 60_000;
      await send(server());
      const ended = await payouts();
      expect(ended.map(({ state, is_by_hand }) => [state, is_by_hand])).toEqual([
        ['paid', true],
        ['paid', false],
        ['paid', false],
      ]);
      expect(ended.map(({ sent_as }) => sent_as)).toEqual(
        names.map((name) => sendReference(name, 0)),
      );
      expect(await transfers()).toEqual(sent);
      expect(await entered(ended.map(({ player_id }) => player_id))).toEqual(ONCE);
    },
  );
});
