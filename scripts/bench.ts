import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { benchApi } from './lib/bench/api.ts';
import { benchApp, benchGuard } from './lib/bench/app.ts';
import { benchBoards, benchLedger } from './lib/bench/boards.ts';
import { DATABASES } from './lib/chaos/store.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run bench -- app [--rounds <number>] [--installs <number>] [--seed <number>] | boards [--players <number>] | ledger [--operations <number>] | guard | api [--rate <number>] [--minutes <number>] [--processes <number>] [--highest] [--players <number>] [--database embedded]

  app      what a player waits for on three lines, medians of 5, beside its budget; 20 installs that are
           cut at random moments of a slow line
  boards   places on a board of 1,000,000 players, on PostgreSQL and in sorted sets
  ledger   200,000 movements by chance through 64 connections to PostgreSQL, and the books after them
  guard    how long players wait beside one who floods the server from their address
  api      mixed play of an evening on PostgreSQL with 500,000 players on the boards: 500 calls a second for
           10 minutes, on as many server processes as are asked for; --highest looks for the highest rate
           that keeps p99 below 150 ms, from --rate on, and measures that`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    installs: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${randomInt(2 ** 32)}` },
    players: { type: 'string' },
    operations: { type: 'string', default: '200000' },
    rate: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '10' },
    processes: { type: 'string', default: '1' },
    highest: { type: 'boolean', default: false },
    database: { type: 'string', default: 'postgres' },
  },
});
const rounds = atLeast(1, values.rounds);
const installs = atLeast(1, values.installs);
const seed = atLeast(0, values.seed);
const players = atLeast(1000, values.players ?? (positionals[0] === 'api' ? '500000' : '1000000'));
const operations = atLeast(1000, values.operations);
const rate = atLeast(1, values.rate);
const seconds = 60 * atLeast(1, values.minutes);
const processes = atLeast(1, values.processes);
const database = DATABASES.find((name) => name === values.database) ?? fail(USAGE);
const what = positionals.join(' ');
const beganAt = performance.now();
if (what === 'app') report(await benchApp({ rounds, installs, seed }));
else if (what === 'boards') report(await benchBoards(players));
else if (what === 'ledger') report(await benchLedger(operations));
else if (what === 'guard') report(await benchGuard());
else if (what === 'api') {
  const isHighest = values.highest;
  report(await benchApi({ database, players, rate, seconds, processes, isHighest, seed }));
} else fail(USAGE);
console.log(`In ${((performance.now() - beganAt) / 60_000).toFixed(1)} minutes.`);

function atLeast(least: number, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count >= least ? count : fail(USAGE);
}
