import { lagosDate } from '../../src/rules/calendar.ts';
import { readPhone } from '../accounts/players.ts';
import { readArrivals } from '../accounts/sign-in/arrivals.ts';
import { forgetTries } from '../accounts/sign-in/codes.ts';
import { endSessionsIn } from '../accounts/sign-in/sessions.ts';
import { type Across, findAcross } from '../database/distribution.ts';
import { WAITS } from '../prizes/send.ts';
import { showEvidence, showFlaggedRuns, upholdReports } from './flagged.ts';
import {
  backUpDatabase,
  checkBoards,
  clearQuestion,
  closePayment,
  dismissReports,
  rebuildAllBoards,
  showClientReports,
  showHealth,
  showLocks,
  showQuestionReports,
} from './house.ts';
import {
  checkWallets,
  correctWallet,
  exportConsents,
  showReports,
  showReserve,
  undoWallet,
} from './money.ts';
import {
  addOperator,
  findOperator,
  listOperators,
  logChange,
  newOperatorKey,
  removeOperator,
  rotateKeys,
} from './operators.ts';
import { changePayment, reconcileNow } from './payments.ts';
import {
  changeDraw,
  changePayout,
  DRAW_USAGE,
  exportPayouts,
  listPayouts,
  PAYOUT_CHANGES,
  payNow,
  showPayout,
} from './payouts.ts';
import { showPayment, showPlayer, showPlayerReports } from './player.ts';
import {
  changePlayer,
  findPlayers,
  hidePicture,
  liftPlayer,
  renamePlayer,
  seeReports,
  showPassbook,
  showRounds,
  showSignIns,
} from './players.ts';
import { confirmSent, markRestored } from './sent-before-restore.ts';
import { type CommandResult, type Desk, DeskError, type Typed } from './socket.ts';

export async function questions(
  desk: Desk,
  { command, given, why, key }: Typed,
): Promise<CommandResult> {
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

export async function reports({ db, now }: Desk, typed: Typed): Promise<CommandResult> {
  return { lines: await showClientReports(db, readDay(typed, now(), USAGE.reports)) };
}

export async function arrivals({ db, now }: Desk, typed: Typed): Promise<CommandResult> {
  const day = readDay(typed, now(), USAGE.arrivals);
  const { rows, signUps, logIns } = await readArrivals(db, day);
  if (rows.length === 0) return { lines: [`Nobody signed up or logged in on ${day}`] };
  const lines = rows.map((row) => {
    const by = row.campaign === '' ? row.source : `${row.source}, campaign ${row.campaign}`;
    return `${row.signUps} sign-ups, ${row.logIns} log-ins: ${by}`;
  });
  return { lines: [...lines, `${signUps} sign-ups, ${logIns} log-ins in all`] };
}

/** The day that the command names, or today. */
function readDay({ command, given, why }: Typed, now: number, usage: string): string {
  const day = command === '' ? lagosDate(now) : command;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day);
  if (!isDay || given !== null || why !== null) throw new DeskError(usage);
  return day;
}

export async function operators({ db, now }: Desk, typed: Typed): Promise<CommandResult> {
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

export async function boards(
  desk: Desk,
  { command, given, why, key }: Typed,
): Promise<CommandResult> {
  if (command === 'check' && given === null && why === null) return checkBoards(desk);
  if (command === 'rebuild' && given === null && why) return rebuildAllBoards(desk, { why, key });
  throw new DeskError(USAGE.boards);
}

export async function keys(
  desk: Desk,
  { command, given, why, key }: Typed,
): Promise<CommandResult> {
  if (command === 'rotate' && given === null && why) {
    return { lines: [await rotateKeys(desk, { why, key })] };
  }
  throw new DeskError(USAGE.keys);
}

function showDistribution(across: Across[]): CommandResult {
  const lines = across.map(
    ({ table, name, what, why }) => `${table}: ${name}: ${why ?? 'NEW'}\n    ${what}`,
  );
  return { lines, isDone: across.every(({ why }) => why !== null) };
}

export async function database(
  desk: Desk,
  { command, given, why, key }: Typed,
): Promise<CommandResult> {
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

export async function payments(desk: Desk, typed: Typed): Promise<CommandResult> {
  const { command, given, why, key, isPlain } = typed;
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
      if (why === null) {
        return { lines: await exportConsents(db, given && readPhone(given), isPlain) };
      }
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

export async function payouts(desk: Desk, typed: Typed): Promise<CommandResult> {
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
    return { lines: await exportPayouts(desk, key, typed.isPlain) };
  }
  if (command === 'went' && given && why) {
    return { lines: await confirmSent(desk, { text: given, why, key }) };
  }
  const change = PAYOUT_CHANGES.find((one) => one === command);
  if (change && given && why) {
    return { lines: await changePayout(desk, { command: change, reference: given, why, key }) };
  }
  throw new DeskError(USAGE.payouts);
}

export async function draw(
  desk: Desk,
  { command, given: month, and: text, last: spelling, why, key }: Typed,
): Promise<CommandResult> {
  const asked = month && { command, month, text, spelling, key };
  const lines = why === null && asked && (await changeDraw(desk, asked));
  if (lines) return { lines };
  throw new DeskError(USAGE.draw);
}

export async function wallets(desk: Desk, typed: Typed): Promise<CommandResult> {
  const { command, given, and, why, key, case: name } = typed;
  if (command === 'check' && given === null && why === null) return checkWallets(desk.db);
  if ((command === 'give' || command === 'take') && given && and && why && name) {
    const change = { command, who: given, coins: and, name, why, key } as const;
    return { lines: await correctWallet(desk, change) };
  }
  if (command === 'undo' && given === null && why && name) {
    return { lines: await undoWallet(desk, { name, why, key }) };
  }
  throw new DeskError(USAGE.wallets);
}

export async function players(
  desk: Desk,
  { command, given, and, why, key }: Typed,
): Promise<CommandResult> {
  if (command === 'reports' && given === null && why === null) {
    return { lines: await showPlayerReports(desk.db) };
  }
  if (command === 'runs' && given === null && why === null) {
    return { lines: await showFlaggedRuns(desk.db) };
  }
  if (command === 'locks' && given === null && why === null) {
    return { lines: await showLocks(desk.db, desk.now()) };
  }
  if (given && why === null) {
    if (command === 'find') return { lines: await findPlayers(desk.db, given) };
    if (command === 'passbook') return { lines: await showPassbook(desk, given, and) };
    if (command === 'rounds') return { lines: await showRounds(desk.db, given) };
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

export async function sessions(
  desk: Desk,
  { command, given, why, key }: Typed,
): Promise<CommandResult> {
  if (command === 'of' && given && why === null) {
    return { lines: await showSignIns(desk, given) };
  }
  if (command === 'end' && given && why) {
    const change = { who: given, why, key };
    const line = await changePlayer(desk, 'sessions end', change, async (trx, playerId) => {
      return `Sign-ins ended: ${await endSessionsIn(trx, playerId)}`;
    });
    return { lines: [line] };
  }
  if (command === 'unlock' && given && why) {
    return { lines: [await unlockNumber(desk, { phone: readPhone(given), why, key })] };
  }
  throw new DeskError(USAGE.sessions);
}

/**
 * Deletes the count of codes and tries of a number, whether it has an account or not, and logs the change.
 * Throws DeskError.
 */
async function unlockNumber(
  { db, now }: Desk,
  { phone, why, key }: { phone: string; why: string; key: string | null },
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    if (!(await forgetTries(trx, phone))) {
      throw new DeskError('No codes of this number were asked for of late: nothing is locked');
    }
    await logChange(trx, operator, { command: 'sessions unlock', reference: phone, why }, now());
    return 'The number has its codes and tries of the day again. Tell the player to ask for a code now.';
  });
}

/** How the commands of each group are typed. An operator who mistypes a command sees this. */
export const USAGE = {
  payments: `npm run admin -- payments COMMAND

  show REFERENCE               all there is about a payment
  of PHONE                     what a number has, owes and has paid for, and how it limits that
  consents [PHONE] [--plain]   who agreed to which price, as CSV; plain for a program
  reports                      what does not match, and money to be sent back by hand
  reconcile                    ask the providers now, as each minute, about what has no end
  reverse REFERENCE --why …    take a payment back: coins, period, and its money in the books
  refund REFERENCE --why …     the same, and send the money back
  sent REFERENCE --why …       note that you have sent back the money of a refund
  settle REFERENCE --why …     close what a player owes of it; nothing is taken

The last five ask for your key: OPERATOR_KEY, or typed. Of much money in a day two operators have to
reverse and refund, of many coins to settle.`,
  payouts: `npm run admin -- payouts COMMAND

  list [STATE]              prizes that have no end yet, or those of a state
  show REFERENCE            all there is about a prize
  evidence PHONE|ID         what speaks for and against a player: times, flags, proof rounds, runs
  run                       settle, look and send now, as each minute
  export [--plain]          what you send by hand, as CSV; it is on its way from then on.
                            Plain for a bank's upload, else for a spreadsheet
  approve REFERENCE --why … say yes to a large prize: two operators have to
  hold REFERENCE --why …    hold a prize until somebody releases it
  release REFERENCE --why … let pass what a person decides, and look at it again
  refuse REFERENCE --why …  refuse a prize: the places below move up
  paid REFERENCE --why …    note that a prize sent by hand has arrived
  returned REFERENCE --why … note that the bank sent it back
  went REFERENCES|none --why … after a restore: what went by hand since the copy and did not come
                            back, by the bank's statement. Where two operators are, both have to

All but list, show and evidence ask for your key: OPERATOR_KEY, or typed. Of much money in a day two operators
have to release, refuse and note as returned.`,
  wallets: `npm run admin -- wallets COMMAND

  check                                          whether each is the sum of its postings
  give PHONE|ID COINS --case NAME --why …        give coins, once for a case
  take PHONE|ID COINS --case NAME --why …        take coins, once for a case
  undo --case NAME --why …                       undo what was given or taken, whole

The last three ask for your key: OPERATOR_KEY, or typed. Of many coins in a day two operators have to say the same.`,
  players: `npm run admin -- players COMMAND

  find PHONE|ID|NAME                    players by phone, id, or how their name begins
  passbook PHONE|ID [BEFORE]            what moved a player's coins, the newest first
  rounds PHONE|ID                       a player's newest rounds and runs
  reports                               who is reported, the most reported first
  runs                                  runs that look played by a machine or by two, and why
  locks                                 who may not choose a picture or nickname, until when
  hide-picture PHONE|ID --why …         delete a player's picture, at once; locked for 30 days
  rename PHONE|ID NEWNAME --why …       give a player another nickname; locked for 30 days
  lift PHONE|ID --why …                 let a player choose both again
  seen PHONE|ID --why …                 close what is reported of a player

The last four ask for your key: OPERATOR_KEY, or typed. All of them but lift close the player's reports.`,
  sessions: `npm run admin -- sessions COMMAND

  of PHONE|ID             where a player is signed in
  end PHONE|ID --why …    end every session of a player, at once
  unlock PHONE --why …    give a number its codes and tries of the day again, once you know
                          that it is its owner who asks

The last two ask for your key: OPERATOR_KEY, or typed.`,
  questions: `npm run questions -- COMMAND

  reserve               what Millionaire Rush has left to ask, and for how many runs
  reports [strength]    questions that players report, by number or by the strength of who reports
  uphold ID --why …     take a wrong question back, and make good what it took
  dismiss ID --why …    close the reports of a question that is right
  health                what answers tell: questions dealt at another level, or no more
  clear ID --why …      deal a question again that was put before you; its answers are forgotten

uphold, dismiss and clear ask for your key: OPERATOR_KEY, or typed.`,
  draw: DRAW_USAGE,
  reports: `npm run admin -- reports [DAY]

What phones reported that day, such as 2026-11-18, in Lagos; today where there is none`,
  arrivals: `npm run admin -- arrivals [DAY]

Sign-ups and log-ins of that day, such as 2026-11-18, in Lagos, by what brought them; today where there is none`,
  boards: `npm run admin -- boards COMMAND

  check            say what the boards and the ledger do not agree on; ends with 1 where anything differs
  rebuild --why …  make every score of a day, a week and a month anew from the ledger, and put
                   right what differs

The last asks for your key: OPERATOR_KEY, or typed.`,
  keys: `npm run admin -- keys COMMAND

  rotate --why …   have the first of BANK_KEYS seal every bank account; the others are then not needed

It asks for your key: OPERATOR_KEY, or typed.`,
  database: `npm run admin -- database COMMAND

  backup FILE      copy the database to a new file, while the server runs
  restore FILE     bring a copy into an empty database, while no server runs
  restored --why … say that this database is a copy which was brought back by other means:
                   prizes wait until what went since is known
  distribution     what holds across players, for a cluster; ends with 1 where anything new does

The first three ask for your key: OPERATOR_KEY, or typed. Restoring asks for that of when the copy was made, and
by a wrong one restores too: only the line in the log is then missing.`,
  operators: `npm run admin -- operators COMMAND

  key              make a key of your own, and its seal: what the others add you by
  add NAME SEAL    add an operator by the seal of their key; two operators have to
  list             name all operators
  remove NAME      take an operator's key away

Adding and removing ask for your key: OPERATOR_KEY, or typed. The first is added without one and without a
seal, and told their key once; the second is added by the first.`,
};

export type Group = keyof typeof USAGE;

/** An operator who names no group sees this. */
export const GROUPS_USAGE = `npm run admin -- GROUP COMMAND

  payments     what was paid, and taking it back
  payouts      prizes on their way
  wallets      coins that are given and taken by hand, and whether the books are right
  players      finding a player, their coins and games; pictures and names
  sessions     where players are signed in
  draw         the raffle
  reports      what phones report
  arrivals     what brought sign-ups and log-ins
  boards       whether they follow from the ledger
  keys         what bank accounts are sealed with
  database     copying it, and bringing a copy back
  operators    who may do all of this
  go-live      a new database for real money, after one that was played with

Of each: npm run admin -- GROUP. Questions have npm run questions.`;
