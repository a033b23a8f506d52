import { parseArgs } from 'node:util';
import { benchBoards } from './lib/bench-boards.ts';
import { benchLedger } from './lib/bench-ledger.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run bench -- boards [--players <number>] | ledger [--operations <number>]

  boards   places on a board of 1,000,000 players, on PostgreSQL and in sorted sets
  ledger   200,000 movements by chance through 64 connections to PostgreSQL, and the books after them`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    players: { type: 'string', default: '1000000' },
    operations: { type: 'string', default: '200000' },
  },
});
const [players, operations] = [Number(values.players), Number(values.operations)];
if (![players, operations].every((count) => Number.isInteger(count) && count >= 1000)) fail(USAGE);
const what = positionals.join(' ');
if (what === 'boards') report(await benchBoards(players));
else if (what === 'ledger') report(await benchLedger(operations));
else fail(USAGE);
