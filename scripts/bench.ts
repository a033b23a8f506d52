import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { benchApp } from './lib/bench-app.ts';
import { benchBoards } from './lib/bench-boards.ts';
import { benchGuard } from './lib/bench-guard.ts';
import { benchLedger } from './lib/bench-ledger.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run bench -- app [--rounds <number>] [--installs <number>] [--seed <number>] | boards [--players <number>] | ledger [--operations <number>] | guard

  app      what a player waits for on three lines, medians of 5, beside its budget; 20 installs that are
           cut at random moments of a slow line
  boards   places on a board of 1,000,000 players, on PostgreSQL and in sorted sets
  ledger   200,000 movements by chance through 64 connections to PostgreSQL, and the books after them
  guard    how long players wait beside one who floods the server with calls`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    installs: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${randomInt(2 ** 32)}` },
    players: { type: 'string', default: '1000000' },
    operations: { type: 'string', default: '200000' },
  },
});
const rounds = atLeast(1, values.rounds);
const installs = atLeast(1, values.installs);
const seed = atLeast(0, values.seed);
const players = atLeast(1000, values.players);
const operations = atLeast(1000, values.operations);
const what = positionals.join(' ');
const beganAt = performance.now();
if (what === 'app') report(await benchApp({ rounds, installs, seed }));
else if (what === 'boards') report(await benchBoards(players));
else if (what === 'ledger') report(await benchLedger(operations));
else if (what === 'guard') report(await benchGuard());
else fail(USAGE);
console.log(`In ${((performance.now() - beganAt) / 60_000).toFixed(1)} minutes.`);

function atLeast(least: number, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count >= least ? count : fail(USAGE);
}
