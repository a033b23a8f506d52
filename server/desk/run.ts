import { parseArgs } from 'node:util';
import { lagosDate } from '../../src/rules/calendar.ts';
import { readPhone } from '../accounts/players.ts';
import { Refusal } from '../http/errors.ts';
import { changePayment, reconcileNow } from './change.ts';
import { clearQuestion } from './clear-question.ts';
import { closePayment } from './close.ts';
import { type Asked, type Desk, DeskError, type Told } from './desk.ts';
import { dismissReports } from './dismiss-reports.ts';
import { changeDraw } from './draw.ts';
import { exportConsents } from './export-consents.ts';
import { exportPayouts } from './export-payouts.ts';
import { addOperator, listOperators, removeOperator } from './operators.ts';
import { payNow } from './pay-now.ts';
import { changePayout, PAYOUT_CHANGES } from './payouts.ts';
import { hidePicture, liftPlayer, renamePlayer, seeReports } from './players.ts';
import { showClientReports } from './show-client-reports.ts';
import { showEvidence } from './show-evidence.ts';
import { showFlaggedRuns } from './show-flagged-runs.ts';
import { showHealth } from './show-health.ts';
import { showLocks } from './show-locks.ts';
import { showPayment } from './show-payment.ts';
import { listPayouts, showPayout } from './show-payouts.ts';
import { showPlayer } from './show-player.ts';
import { showPlayerReports } from './show-player-reports.ts';
import { showQuestionReports } from './show-question-reports.ts';
import { showReports } from './show-reports.ts';
import { showReserve } from './show-reserve.ts';
import { upholdReports } from './uphold.ts';
import { USAGE } from './usage.ts';

const WHY_MAX_CHARS = 500;

const TAKES_TWO = new Set(['rename', 'commit', 'figure']);

type Group = keyof typeof USAGE;

const GROUP_NAMES = Object.keys(USAGE) as Group[];

type Typed = {
  command: string;
  given: string | null;
  /** What follows it, where a command takes two. */
  and: string | null;
  why: string | null;
  key: string | null;
};

/** Does a command and gives what the operator is told; what can't be done is told too. */
export async function runCommand(desk: Desk, { args, key }: Asked): Promise<Told> {
  try {
    const [first, ...rest] = args;
    const group = GROUP_NAMES.find((name) => name === first) ?? 'payments';
    const told = await GROUPS[group](desk, { ...read(rest, group), key });
    return { isDone: true, ...told };
  } catch (error) {
    if (error instanceof DeskError) {
      return { lines: [error.message], isDone: false, isKeyNeeded: error.isKeyNeeded };
    }
    if (error instanceof Refusal) return { lines: [error.message], isDone: false };
    throw error;
  }
}

function read(args: string[], group: Group): Omit<Typed, 'key'> {
  const usage = USAGE[group];
  try {
    const options = { why: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', given = null, and = null, ...more] = positionals;
    if (more.length > 0 || (and !== null && !TAKES_TWO.has(command))) throw new DeskError(usage);
    const why = values.why?.trim() ?? null;
    if (why !== null && why.length > WHY_MAX_CHARS) throw new DeskError('Say why more shortly');
    return { command, given, and, why };
  } catch (error) {
    throw error instanceof DeskError ? error : new DeskError(usage);
  }
}

type Answer = { lines: string[]; isDone?: boolean };

const GROUPS: Record<Group, (desk: Desk, typed: Typed) => Promise<Answer>> = {
  payments,
  payouts,
  players,
  questions,
  draw,
  reports,
  operators,
};

async function payments(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why, key } = typed;
  const { db } = desk;
  const isAbout = given !== null && given !== '';
  switch (command) {
    case 'show':
      if (isAbout && why === null) return { lines: await showPayment(db, given) };
      break;
    case 'of':
      if (isAbout && why === null) return { lines: await showPlayer(desk, readPhone(given)) };
      break;
    case 'consents':
      if (why === null) return { lines: await exportConsents(db, given && readPhone(given)) };
      break;
    case 'reports':
      if (!isAbout && why === null) return { lines: await showReports(db) };
      break;
    case 'reconcile':
      if (!isAbout && why === null) return { lines: await reconcileNow(desk, key) };
      break;
    case 'reverse':
    case 'refund':
      if (isAbout && why) return changePayment(desk, { command, reference: given, why, key });
      break;
    case 'sent':
    case 'settle':
      if (isAbout && why) return closePayment(desk, { command, reference: given, why, key });
      break;
  }
  throw new DeskError(USAGE.payments);
}

async function payouts(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why, key } = typed;
  if (command === 'list' && why === null) return { lines: await listPayouts(desk.db, given) };
  if (command === 'show' && given && why === null) {
    return { lines: await showPayout(desk.db, given) };
  }
  if (command === 'evidence' && given && why === null) {
    return { lines: await showEvidence(desk, given) };
  }
  if (command === 'run' && given === null && why === null) {
    return { lines: await payNow(desk, key) };
  }
  if (command === 'export' && given === null && why === null) {
    return { lines: await exportPayouts(desk, key) };
  }
  const change = PAYOUT_CHANGES.find((one) => one === command);
  if (change && given && why) {
    return { lines: await changePayout(desk, { command: change, reference: given, why, key }) };
  }
  throw new DeskError(USAGE.payouts);
}

async function players(desk: Desk, { command, given, and, why, key }: Typed): Promise<Answer> {
  if (command === 'reports' && given === null && why === null) {
    return { lines: await showPlayerReports(desk.db) };
  }
  if (command === 'runs' && given === null && why === null) {
    return { lines: await showFlaggedRuns(desk.db) };
  }
  if (command === 'locks' && given === null && why === null) {
    return { lines: await showLocks(desk.db, desk.now()) };
  }
  if (given && why) {
    const change = { who: given, why, key };
    if (command === 'hide-picture') return { lines: [await hidePicture(desk, change)] };
    if (command === 'lift') return { lines: [await liftPlayer(desk, change)] };
    if (command === 'seen') return { lines: [await seeReports(desk, change)] };
    if (command === 'rename' && and) return { lines: [await renamePlayer(desk, change, and)] };
  }
  throw new DeskError(USAGE.players);
}

async function questions(desk: Desk, { command, given, why, key }: Typed): Promise<Answer> {
  const { db, now, readBank } = desk;
  const order = given ?? 'number';
  if (command === 'reports' && (order === 'number' || order === 'strength') && why === null) {
    return { lines: await showQuestionReports(desk, order) };
  }
  if (given && why) {
    const change = { id: given, why, key };
    if (command === 'uphold') {
      return { lines: await upholdReports(desk, { questionId: given, why, key }) };
    }
    if (command === 'dismiss') return { lines: [await dismissReports(desk, change)] };
    if (command === 'clear') return { lines: [await clearQuestion(desk, change)] };
  }
  if (given !== null || why !== null) throw new DeskError(USAGE.questions);
  if (command === 'reserve') return { lines: await showReserve(db, readBank(), now()) };
  if (command === 'health') return { lines: await showHealth(db, readBank()) };
  throw new DeskError(USAGE.questions);
}

async function draw(desk: Desk, { command, given: month, and, why, key }: Typed): Promise<Answer> {
  const lines =
    why === null && month && (await changeDraw(desk, { command, month, text: and, key }));
  if (lines) return { lines };
  throw new DeskError(USAGE.draw);
}

async function reports({ db, now }: Desk, { command, given, why }: Typed): Promise<Answer> {
  const day = command === '' ? lagosDate(now()) : command;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (!isDay || given !== null || why !== null) throw new DeskError(USAGE.reports);
  return { lines: await showClientReports(db, day) };
}

async function operators({ db, now }: Desk, typed: Typed): Promise<Answer> {
  const { command, given: name, why, key } = typed;
  if (why === null && command === 'list' && name === null) {
    const all = await listOperators(db);
    const lines = all.map((one) => `${one.name}, since ${one.added_at.toISOString()}`);
    return { lines: lines.length === 0 ? ['There is no operator yet'] : lines };
  }
  if (why === null && command === 'add' && name !== null) {
    const work = db.transaction();
    const newKey = await work.execute((trx) => addOperator(trx, { name, key }, now()));
    return { lines: [`${name} is added. The key is told this once:`, newKey] };
  }
  if (why === null && command === 'remove' && name !== null) {
    await db.transaction().execute((trx) => removeOperator(trx, { name, key }, now()));
    return { lines: [`${name} is removed`] };
  }
  throw new DeskError(USAGE.operators);
}
