import { parseArgs } from 'node:util';
import { benchBoards } from './lib/bench-boards.ts';
import { report } from './lib/figures.ts';
import { fail } from './lib/run.mjs';

const USAGE = `npm run bench -- boards [--players <number>]

  boards   places on a board of 1,000,000 players, on PostgreSQL and in sorted sets`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { players: { type: 'string', default: '1000000' } },
});
const players = Number(values.players);
if (positionals.join(' ') !== 'boards' || !Number.isInteger(players) || players < 1000) fail(USAGE);
report(await benchBoards(players));
