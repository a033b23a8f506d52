// @module-tag once
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lockNumber, lockPlayer } from '../../../server/accounts/players.ts';
import type { Trx } from '../../../server/database/tables.ts';
import { reversePayment } from '../../../server/payments/take-back.ts';
import { newKey, testServer } from '../../support/server.ts';
import { stored } from '../../support/sign-in.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import { countWaiting } from '../../support/waiting.ts';
import {
  knowsNoPlan,
  lapsed,
  lostAnswer,
  subscribe,
  watchOperator,
} from '../accounts/subscription-calls.ts';
import { reconcileOnce } from './reconciling.ts';
import { periodsOf } from './undone-calls.ts';

const server = testServer();

type Case = {
  /** The rows that another transaction holds. */
  hold: (trx: Trx) => Promise<unknown>;
  /** The work done meanwhile, which must wait. */
  work: () => Promise<unknown>;
  /** The rows that the other transaction takes next: the two must not wait for each other. */
  take: RawBuilder<unknown>;
};

async function expectNoDeadlock({ hold, work, take }: Case): Promise<void> {
  const { db } = server();
  let working: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await hold(trx);
    working = work();
    await expect.poll(() => countWaiting(db), { timeout: 10_000 }).toBe(1);
    await sql`${take} for update nowait`.execute(trx);
  });
  await working;
}

// The embedded database has one connection: there nothing happens at once.
describe.runIf(TEST_DATABASE_URL !== '')('at the same time', () => {
  test('two take over a period paid by airtime without waiting for each other', async () => {
    const player = await lapsed(server());
    const watched = watchOperator(server(), { charge: lostAnswer, look: knowsNoPlan });
    await player.get(subscribe(player, 'daily'), { key: newKey() });
    watched.stop();
    server().clock.at += 4 * 60_000;
    await expectNoDeadlock({
      hold: (trx) => lockNumber(trx, stored(player.phone)),
      work: () => reconcileOnce(server()),
      take: sql`select from airtime_charges where reference = ${watched.charges[0]}`,
    });
    expect(await player.wallet()).toMatchObject({ coins: 2000 });
  });

  test('a plan by airtime is taken back beside another payment of its player', async () => {
    const player = await server().subscriber();
    const [period] = await periodsOf(player);
    const reference = period?.reference ?? '';
    const { db, clock } = server();
    const reverse = () =>
      db.transaction().execute((trx) => reversePayment(trx, reference, clock.at));
    await expectNoDeadlock({
      hold: (trx) => lockPlayer(trx, player.id),
      work: reverse,
      take: sql`select from subscriptions where reference = ${reference}`,
    });
    expect(await player.wallet()).toMatchObject({ coins: 0 });
  });
});
