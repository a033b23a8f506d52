// @module-tag once
import { expect, test } from 'vitest';
import { DAY_MS, type Period } from '../../../src/rules/calendar.ts';
import { processesOf } from '../../support/killed-process.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
import type { TestPlayer } from '../../support/test-player.ts';
import {
  close,
  hasProved,
  payDue,
  payoutsOn,
  prizeBooks,
  ready,
  score,
  thisDay,
} from './prize-calls.ts';

/** How many times three processes are killed: few, as each kill costs a start of Node. */
const TIMES = Number(process.env.PRIZE_KILLS ?? 3);
const PLACES = 3;

const PRIZES = JSON.stringify([
  { pool: 'all', board: 'rush', tier: 1, places: PLACES, naira: 2000 },
]);

const server = testServer({ env: { PRIZES } });

/** The prizes of a day's tiers in the pool with prizes, as they were fixed for each of its periods. */
const partsOf = async ({ startsAt }: Period) =>
  (
    await server()
      .db.selectFrom('prize_periods')
      .select('tier_parts')
      .where('board', '=', 'rush')
      .where('pool', '=', 'all')
      .where('period_start', '=', new Date(startsAt))
      .execute()
  ).map(({ tier_parts }) => tier_parts);

test.skipIf(TEST_DATABASE_URL === '')(
  'three processes at once, each killed by the system in the middle, make one payout of a place',
  async () => {
    const { clock } = server();
    const start = await processesOf(server());
    let payers = start(3);
    server().toNextWeek();
    const players = [];
    for (let at = 0; at <= PLACES; at += 1) players.push(await ready(server(), 1));
    let texts = 0;
    let killed = 0;
    for (let time = 0; time < TIMES; time += 1) {
      const day = thisDay(server());
      for (const [at, player] of players.entries()) {
        await hasProved(player);
        await score(player, 10 + at, { played: 'rush' });
      }
      close(server(), day);
      const [now, next] = [payers, start(3)];
      await Promise.all(now.map((payer, at) => payer.work('pay', clock.at, 2 + time * 3 + at * 7)));
      killed += now.filter(({ wasKilled }) => wasKilled).length;
      texts += now.reduce((sum, payer) => sum + payer.texts, 0);
      await Promise.all([payDue(server()), payDue(server()), payDue(server())]);
      const payouts = await payoutsOn(server(), 'rush', day);
      expect(payouts.map(({ place, state }) => [place, state])).toEqual(
        Array.from({ length: PLACES }, (_, at) => [at + 1, 'approved']),
      );
      expect(await partsOf(day)).toEqual([[{ tier: 1, naira: 2000 }]]);
      clock.at += DAY_MS;
      payers = next;
    }
    await Promise.all(payers.map((payer) => payer.work('pay', clock.at)));
    expect(killed).toBeGreaterThan(TIMES);
    texts += payers.reduce((sum, payer) => sum + payer.texts, 0);
    // A text may be lost with its process, but none is sent twice.
    expect(texts).toBeLessThanOrEqual(TIMES * PLACES);
    const kobo = TIMES * PLACES * 200_000;
    expect(await prizeBooks(server())).toEqual({ 'house:prizes': kobo, prizes: -kobo });
  },
);

test.skipIf(TEST_DATABASE_URL === '')(
  'processes that are killed as the day of new bank accounts is over let each prize go on once',
  async () => {
    const { db, clock } = server();
    const start = await processesOf(server());
    const payers = start(3);
    server().toNextWeek();
    const day = thisDay(server());
    const players = [];
    for (let at = 0; at < PLACES; at += 1) {
      players.push(await ready(server(), 10 - at, { played: 'rush' }));
    }
    close(server(), day);
    const [first, , unproved] = players as [TestPlayer, TestPlayer, TestPlayer];
    await db.deleteFrom('proof_rounds').where('player_id', '=', unproved.id).execute();
    await db
      .updateTable('bank_accounts')
      .set({ held_until: new Date(clock.at + DAY_MS) })
      .where('player_id', 'in', [first.id, unproved.id])
      .execute();
    await payDue(server());
    const states = async () => (await payoutsOn(server(), 'rush', day)).map(({ state }) => state);
    expect(await states()).toEqual(['held', 'approved', 'held']);
    clock.at += DAY_MS;
    await Promise.all(payers.map((payer, at) => payer.work('pay', clock.at, 4 + at * 7)));
    expect(payers.filter(({ wasKilled }) => wasKilled)).toHaveLength(3);
    await Promise.all([payDue(server()), payDue(server())]);
    expect(await states()).toEqual(['approved', 'approved', 'held']);
    const asked = await db
      .selectFrom('proof_rounds')
      .select(['player_id', 'state'])
      .where('state', '=', 'asked')
      .execute();
    expect(asked).toEqual([{ player_id: unproved.id, state: 'asked' }]);
  },
);
