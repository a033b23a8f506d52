// @module-tag once
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { NODE } from '../../support/project.ts';
import { testServer } from '../../support/server.ts';
import { TEST_DATABASE_URL } from '../../support/test-database.ts';
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

/** How often three processes are killed: more by `PRIZE_KILLS=20`, as each costs a start of Node. */
const TIMES = Number(process.env.PRIZE_KILLS ?? 3);
const PLACES = 3;
const PROGRAM = new URL('../../support/prize-process.ts', import.meta.url).pathname;

const PRIZES = JSON.stringify([
  { pool: 'all', board: 'rush', tier: 1, places: PLACES, naira: 2000 },
]);

const server = testServer({ env: { PRIZES } });

/** A process that waits to be told to pay prizes; it reads the database of this file's server. */
class Payer {
  texts = 0;
  isDone = false;
  queries = 0;
  readonly ready: Promise<unknown>;
  readonly #child: ChildProcess;
  #killAfter = Number.POSITIVE_INFINITY;

  constructor(database: string) {
    const address = new URL(TEST_DATABASE_URL);
    address.pathname = `/${database}`;
    const env = { PATH: process.env.PATH ?? '', DATABASE_URL: address.href };
    this.#child = spawn(NODE, [PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ready = promise;
    createInterface({ input: this.#child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      if (line === 'ready') resolve();
      if (line === 'done') this.isDone = true;
      if (line.startsWith('text ')) this.texts += 1;
      if (line === 'query') this.queries += 1;
      if (this.queries >= this.#killAfter) this.#child.kill('SIGKILL');
    });
  }

  /** Has it pay at an instant, and die once it has asked the database so often. */
  async pay(at: number, killAfter?: number): Promise<void> {
    await this.ready;
    if (killAfter !== undefined) this.#killAfter = killAfter;
    const ended = once(this.#child, 'close');
    this.#child.stdin?.write(`${at}\n`);
    await ended;
  }
}

test.skipIf(TEST_DATABASE_URL === '')(
  'three processes at once, each killed by the system in the middle, make one payout of a place',
  async () => {
    const { db, clock } = server();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
    const newPayers = () => [0, 1, 2].map(() => new Payer(rows[0]?.name ?? ''));
    let payers = newPayers();
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
      const [now, next] = [payers, newPayers()];
      await Promise.all(now.map((payer, at) => payer.pay(clock.at, 2 + time * 3 + at * 7)));
      killed += now.filter(({ isDone, queries }) => !isDone && queries > 0).length;
      texts += now.reduce((sum, payer) => sum + payer.texts, 0);
      await Promise.all([payDue(server()), payDue(server()), payDue(server())]);
      const payouts = await payoutsOn(server(), 'rush', day);
      expect(payouts.map(({ place, state }) => [place, state])).toEqual(
        Array.from({ length: PLACES }, (_, at) => [at + 1, 'approved']),
      );
      clock.at += DAY_MS;
      payers = next;
    }
    await Promise.all(payers.map((payer) => payer.pay(clock.at)));
    expect(killed).toBeGreaterThan(TIMES);
    texts += payers.reduce((sum, payer) => sum + payer.texts, 0);
    // A text may be lost with its process, but nobody gets one twice.
    expect(texts).toBeLessThanOrEqual(TIMES * PLACES);
    const kobo = TIMES * PLACES * 200_000;
    expect(await prizeBooks(server())).toEqual({ 'house:prizes': kobo, prizes: -kobo });
  },
);
