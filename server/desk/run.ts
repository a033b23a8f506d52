import { parseArgs } from 'node:util';
import { readPhone } from '../accounts/players.ts';
import { Refusal } from '../http/errors.ts';
import { changePayment, reconcileNow } from './change.ts';
import { closePayment } from './close.ts';
import { type Asked, type Desk, DeskError, type Told } from './desk.ts';
import { changeDraw, DRAW_USAGE } from './draw.ts';
import { exportConsents } from './export-consents.ts';
import { exportPayouts } from './export-payouts.ts';
import { addOperator, listOperators, removeOperator } from './operators.ts';
import { payNow } from './pay-now.ts';
import { changePayout, PAYOUT_CHANGES } from './payouts.ts';
import { hidePicture, liftPlayer, renamePlayer, seeReports } from './players.ts';
import { showEvidence } from './show-evidence.ts';
import { showFlaggedRuns } from './show-flagged-runs.ts';
import { showLocks } from './show-locks.ts';
import { showPayment } from './show-payment.ts';
import { listPayouts, showPayout } from './show-payouts.ts';
import { showPlayer } from './show-player.ts';
import { showPlayerReports } from './show-player-reports.ts';
import { showReports } from './show-reports.ts';
import { showReserve } from './show-reserve.ts';

const USAGE = {
  payments: `npm run payments -- COMMAND

  show REFERENCE               all there is about a payment
  of PHONE                     what a number has, owes and has paid for, and how it limits that
  consents [PHONE]             who agreed to which price, as CSV
  reports                      what does not match, and money to be sent back by hand
  reconcile                    ask the providers now, as each minute, about what has no end
  reverse REFERENCE --why …    take a payment back: coins, period, and its money in the books
  refund REFERENCE --why …     the same, and send the money back
  sent REFERENCE --why …       note that you have sent back the money of a refund
  settle REFERENCE --why …     close what a player owes of it; nothing is taken

The last five ask for your key: OPERATOR_KEY, or typed.`,
  payouts: `npm run payouts -- COMMAND

  list [STATE]              prizes that have no end yet, or those of a state
  show REFERENCE            all there is about a prize
  evidence PHONE|ID         what speaks for and against a player: times, flags, proof rounds, runs
  run                       settle, look and send now, as each minute
  export                    what you send by hand, as CSV; it is on its way from then on
  approve REFERENCE --why … say yes to a large prize: two operators have to
  hold REFERENCE --why …    hold a prize until somebody releases it
  release REFERENCE --why … let pass what a person decides, and look at it again
  refuse REFERENCE --why …  refuse a prize: the places below move up
  paid REFERENCE --why …    note that a prize sent by hand has arrived
  returned REFERENCE --why … note that the bank sent it back

All but list, show and evidence ask for your key: OPERATOR_KEY, or typed.`,
  players: `npm run players -- COMMAND

  reports                               who is reported, the most reported first
  runs                                  runs that look played by a machine or by two, and why
  locks                                 who may not choose a picture or nickname, until when
  hide-picture PHONE|ID --why …         delete a player's picture, at once; locked for 30 days
  rename PHONE|ID NEWNAME --why …       give a player another nickname; locked for 30 days
  lift PHONE|ID --why …                 let a player choose both again
  seen PHONE|ID --why …                 close what is reported of a player

The last four ask for your key: OPERATOR_KEY, or typed. All of them but lift close the player's reports.`,
  questions: `npm run questions -- reserve

  reserve    what Millionaire Rush has left to ask, and for how many runs`,
  draw: DRAW_USAGE,
  operators: `npm run operators -- COMMAND

  add NAME       add an operator and tell their key, once
  list           name all operators
  remove NAME    take an operator's key away

Adding and removing ask for your key: OPERATOR_KEY, or typed. The first is added without one.`,
};

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

async function questions({ db, now, readBank }: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why } = typed;
  if (command !== 'reserve' || given !== null || why !== null) throw new DeskError(USAGE.questions);
  return { lines: await showReserve(db, readBank(), now()) };
}

async function draw(desk: Desk, { command, given: month, and, why, key }: Typed): Promise<Answer> {
  const lines =
    why === null && month && (await changeDraw(desk, { command, month, text: and, key }));
  if (lines) return { lines };
  throw new DeskError(USAGE.draw);
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
