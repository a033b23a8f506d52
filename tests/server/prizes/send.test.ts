// @module-tag once
import { describe, expect, test } from 'vitest';
import { judgePayoutsOf } from '../../../server/prizes/judge.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import type { PrizeRow } from '../../../src/rules/prizes.ts';
import { testServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { webhook } from '../payments/card-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, hasProved, payDue, prize, prizeBooks, score, thisWeek } from './prize-calls.ts';
import { send, sender } from './sending.ts';

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
