import { lagosDate } from '../../src/rules/calendar.ts';
import { readArrivals } from '../accounts/arrivals.ts';
import { type Across, findAcross } from '../database/distribution.ts';
import { WAITS } from '../prizes/restored.ts';
import { backUpDatabase } from './back-up.ts';
import { clearQuestion } from './clear-question.ts';
import { type Answer, type Desk, DeskError, type Typed } from './desk.ts';
import { dismissReports } from './dismiss-reports.ts';
import { addOperator, listOperators, newOperatorKey, removeOperator } from './operators.ts';
import { checkBoards, rebuildAllBoards } from './rebuild-boards.ts';
import { rotateKeys } from './rotate-keys.ts';
import { showClientReports } from './show-client-reports.ts';
import { showHealth } from './show-health.ts';
import { showQuestionReports } from './show-question-reports.ts';
import { showReserve } from './show-reserve.ts';
import { upholdReports } from './uphold.ts';
import { USAGE } from './usage.ts';
import { markRestored } from './went.ts';

export async function questions(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  const { db, now, readBank } = desk;
  const order = given ?? 'number';
  if (command === 'reports' && (order === 'number' || order === 'strength') && why === null) {
    return { lines: await showQuestionReports(desk, order) };
  }
  if (given && why) {
    const change = { id: given, why, key };
    if (command === 'uphold') {
      return upholdReports(desk, { questionId: given, why, key });
    }
    if (command === 'dismiss') return { lines: [await dismissReports(desk, change)] };
    if (command === 'clear') return { lines: [await clearQuestion(desk, change)] };
  }
  if (given !== null || why !== null) throw new DeskError(USAGE.questions);
  if (command === 'reserve') return { lines: await showReserve(db, readBank(), now()) };
  if (command === 'health') return { lines: await showHealth(db, readBank()) };
  throw new DeskError(USAGE.questions);
}

export async function reports({ db, now }: Desk, typed: Typed): Promise<Answer> {
  return { lines: await showClientReports(db, readDay(typed, now(), USAGE.reports)) };
}

export async function arrivals({ db, now }: Desk, typed: Typed): Promise<Answer> {
  const day = readDay(typed, now(), USAGE.arrivals);
  const { rows, signUps, logIns } = await readArrivals(db, day);
  if (rows.length === 0) return { lines: [`Nobody signed up or logged in on ${day}`] };
  const lines = rows.map((row) => {
    const by = row.campaign === '' ? row.source : `${row.source}, campaign ${row.campaign}`;
    return `${row.signUps} sign-ups, ${row.logIns} log-ins: ${by}`;
  });
  return { lines: [...lines, `${signUps} sign-ups, ${logIns} log-ins in all`] };
}

/** The day that is asked for, today where there is none. */
function readDay({ command, given, why }: Typed, now: number, usage: string): string {
  const day = command === '' ? lagosDate(now) : command;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (!isDay || given !== null || why !== null) throw new DeskError(usage);
  return day;
}

export async function operators({ db, now }: Desk, typed: Typed): Promise<Answer> {
  const { command, given: name, and: seal, why, key } = typed;
  if (why === null && command === 'list' && name === null) {
    const all = await listOperators(db);
    const lines = all.map((one) => `${one.name}, since ${one.added_at.toISOString()}`);
    return { lines: lines.length === 0 ? ['There is no operator yet'] : lines };
  }
  if (why === null && command === 'add' && name !== null) {
    const work = db.transaction();
    return { lines: await work.execute((trx) => addOperator(trx, { name, seal, key }, now())) };
  }
  if (seal !== null) throw new DeskError(USAGE.operators);
  if (why === null && command === 'key' && name === null) {
    const made = newOperatorKey();
    return {
      lines: [
        'Keep this key: nobody else needs it.',
        made.key,
        'Its seal, for the others:',
        made.seal,
      ],
    };
  }
  if (why === null && command === 'remove' && name !== null) {
    await db.transaction().execute((trx) => removeOperator(trx, { name, key }, now()));
    return { lines: [`${name} is removed`] };
  }
  throw new DeskError(USAGE.operators);
}

export async function boards(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  if (command === 'check' && given === null && why === null) return checkBoards(desk);
  if (command === 'rebuild' && given === null && why) return rebuildAllBoards(desk, { why, key });
  throw new DeskError(USAGE.boards);
}

export async function keys(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  if (command === 'rotate' && given === null && why) {
    return { lines: [await rotateKeys(desk, { why, key })] };
  }
  throw new DeskError(USAGE.keys);
}

function showDistribution(across: Across[]): Answer {
  const lines = across.map(
    ({ table, name, what, why }) => `${table}: ${name}: ${why ?? 'NEW'}\n    ${what}`,
  );
  return { lines, isDone: across.every(({ why }) => why !== null) };
}

export async function database(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  if (command === 'backup' && given && why === null) {
    return { lines: [await backUpDatabase(desk, { file: given, key })] };
  }
  if (command === 'restored' && given === null && why) {
    await markRestored(desk, { why, key });
    return { lines: ['Noted. Prizes wait until what went since the copy is known', WAITS] };
  }
  if (command === 'distribution' && given === null && why === null) {
    return showDistribution(await findAcross(desk.db));
  }
  throw new DeskError(USAGE.database);
}
