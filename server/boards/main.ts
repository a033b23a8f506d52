import { parseArgs } from 'node:util';
import { lagosDate } from '../../src/rules/calendar.ts';
import { readConfig } from '../config/config.ts';
import { openDatabase } from '../database/connection.ts';
import { openRanking } from './open-ranking.ts';
import { type Difference, type Rebuilt, rebuildBoards } from './rebuild.ts';

const USAGE = `npm run boards -- COMMAND

  rebuild           make every score of a day, a week and a month anew from the ledger, and put
                    right what differs; with the server's own RANK_URL where it has one
  rebuild --check   only say what differs; ends with 1 where anything does`;

/** So many differences are told one by one. */
const TOLD = 50;

/** Runs the command; what it throws is said in one line. */
async function run(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  if (positionals.length !== 1 || positionals[0] !== 'rebuild') throw new Error(USAGE);
  const config = readConfig(process.env);
  // Over a large ledger the database thinks for minutes; what counts the scores stands still meanwhile,
  // which is the owner's to do.
  const databaseUrl = config.migrateUrl ?? config.databaseUrl;
  const where = { databaseUrl, dataDir: config.dataDir };
  const { db, close } = await openDatabase(where, { answerMs: 0 });
  try {
    const ranking = await openRanking(config.rankUrl, db, { warn: () => {} });
    const rebuilt = await rebuildBoards(db, !values.check);
    for (const line of linesOf(rebuilt)) process.stdout.write(`${line}\n`);
    const isRight = rebuilt.differences.length + rebuilt.miscounted === 0;
    if (!isRight && values.check) process.exitCode = 1;
    if (!isRight && !values.check) {
      await ranking.forget();
      process.stdout.write('The boards have been put right.\n');
    }
    await ranking.close();
  } finally {
    await close();
  }
}

function linesOf({ results, scores, differences, miscounted }: Rebuilt): string[] {
  const told = differences.slice(0, TOLD).map(lineOf);
  const untold = differences.length - told.length;
  if (untold > 0) told.push(`… and ${untold} more`);
  return [
    `${results} results in the ledger make ${scores} scores.`,
    ...told,
    `Scores that differ: ${differences.length === 0 ? 'nothing' : differences.length}`,
    `Figures that are counted wrong: ${miscounted === 0 ? 'nothing' : miscounted}`,
  ];
}

function lineOf({ board, pool, startsAt, playerId, onBoard, inLedger }: Difference): string {
  const figure = (points: number | null) => (points === null ? 'nothing' : `${points} points`);
  const where = `${board} of ${pool} from ${lagosDate(startsAt)}, player ${playerId}`;
  return onBoard === inLedger
    ? `${where}: ${figure(onBoard)}, reached at another moment`
    : `${where}: ${figure(onBoard)} on the board, ${figure(inLedger)} in the ledger`;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
