import { lagosDate } from '../../src/rules/calendar.ts';
import { openRanking } from '../boards/open-ranking.ts';
import { type Difference, type Rebuilt, rebuildBoards } from '../boards/rebuild.ts';
import { type Answer, type Desk, DeskError } from './desk.ts';
import { findOperator, logChange } from './operators.ts';
import { toldOf } from './told.ts';

type Rebuilding = { why: string; key: string | null };

/** Says what the boards and the ledger do not agree on; not done where anything differs. */
export async function checkBoards({ db }: Pick<Desk, 'db'>): Promise<Answer> {
  const rebuilt = await rebuildBoards(db, false);
  return { lines: linesOf(rebuilt), isDone: isRight(rebuilt) };
}

/**
 * Makes all scores anew from the ledger, and puts right what differs. Throws DeskError without an
 * operator's key, and where the sorted sets stay as they were.
 */
export async function rebuildAllBoards(
  { db, config, now }: Pick<Desk, 'db' | 'config' | 'now'>,
  { why, key }: Rebuilding,
  open = openRanking,
): Promise<Answer> {
  const operator = await findOperator(db, key);
  const ranking = await open(config.rankUrl, db, { warn: () => {} });
  const forget = () =>
    ranking.forget().catch(({ message }: Error) => {
      throw new DeskError(
        `The sorted sets are still the old ones (${message}): rebuild again once the store answers`,
      );
    });
  try {
    // Whatever is found: those of a rebuild that ended before its own were forgotten go too.
    await forget();
    const log = { command: 'boards rebuild', why };
    await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
    const rebuilt = await rebuildBoards(db, true);
    const lines = linesOf(rebuilt);
    if (isRight(rebuilt)) return { lines };
    // Some may have been filled again from the old scores.
    await forget();
    return { lines: [...lines, 'The boards have been put right.'] };
  } finally {
    await ranking.close();
  }
}

const isRight = ({ differences, miscounted }: Rebuilt) => differences.length + miscounted === 0;

function linesOf({ results, scores, differences, miscounted }: Rebuilt): string[] {
  return [
    `${results} results in the ledger make ${scores} scores.`,
    ...toldOf('Scores that differ', differences.map(lineOf)),
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
