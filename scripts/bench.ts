import { parseArgs } from 'node:util';
import { benchApp } from './lib/bench-app.ts';
import { benchBoards } from './lib/bench-boards.ts';
import { benchLedger } from './lib/bench-ledger.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run bench -- app [--rounds <number>] | boards [--players <number>] | ledger [--operations <number>]

  app      what a player waits for on three lines, medians of 5, beside its budget
  boards   places on a board of 1,000,000 players, on PostgreSQL and in sorted sets
  ledger   200,000 movements by chance through 64 connections to PostgreSQL, and the books after them`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    players: { type: 'string', default: '1000000' },
    operations: { type: 'string', default: '200000' },
  },
});
const rounds = atLeast(1, values.rounds);
const players = atLeast(1000, values.players);
const operations = atLeast(1000, values.operations);
const what = positionals.join(' ');
if (what === 'app') report(await benchApp(rounds));
else if (what === 'boards') report(await benchBoards(players));
else if (what === 'ledger') report(await benchLedger(operations));
else fail(USAGE);

function atLeast(least: number, value: string): number {
  const count = Number(value);
  return Number.isInteger(count) && count >= least ? count : fail(USAGE);
}
