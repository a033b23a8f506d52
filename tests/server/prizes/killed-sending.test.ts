// @module-tag once
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { noteRestore } from '../../../server/database/restores.ts';
import { prizeName, sendReference } from '../../../server/prizes/send.ts';
import { processesOf } from '../../support/killed-process.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import { addAccount, newAccount } from '../accounts/bank-calls.ts';
import { bornOn } from '../payments/spending-limit-calls.ts';
import { close, hasProved, payDue, payoutsOn, score, thisWeek } from './prize-calls.ts';
import { send } from './sending.ts';

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
