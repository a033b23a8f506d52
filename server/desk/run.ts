import { parseArgs } from 'node:util';
import { readPhone } from '../accounts/players.ts';
import { Refusal } from '../http/errors.ts';
import { changePayment, reconcileNow } from './change.ts';
import { type Asked, type Desk, DeskError, type Told } from './desk.ts';
import { exportConsents } from './export-consents.ts';
import { addOperator, listOperators, removeOperator } from './operators.ts';
import { showPayment } from './show-payment.ts';
import { showPlayer } from './show-player.ts';
import { showReports } from './show-reports.ts';

const USAGE = {
  payments: `npm run payments -- COMMAND

  show REFERENCE               all there is about a payment
  of PHONE                     what a number has paid for, and what it owes
  consents [PHONE]             who agreed to which price, as CSV
  reports                      what does not match, and money to be sent back by hand
  reconcile                    ask the providers about every pending payment now
  reverse REFERENCE --why …    take a payment back: coins, period, and its money in the books
  refund REFERENCE --why …     the same, and send the money back

The last three ask for your key: OPERATOR_KEY, or typed.`,
  operators: `npm run operators -- COMMAND

  add NAME       add an operator and tell their key, once
  list           name all operators
  remove NAME    take an operator's key away

Adding and removing ask for your key: OPERATOR_KEY, or typed. The first is added without one.`,
};

const WHY_MAX_CHARS = 500;

type Typed = { command: string; given: string | null; why: string | null; key: string | null };

/** Does a command and gives what the operator is told; what can't be done is told too. */
export async function runCommand(desk: Desk, { args, key }: Asked): Promise<Told> {
  try {
    const [group, ...rest] = args;
    const typed = { ...read(rest, group === 'operators'), key };
    const told = group === 'operators' ? await operators(desk, typed) : await payments(desk, typed);
    return { isDone: true, ...told };
  } catch (error) {
    if (error instanceof DeskError) {
      return { lines: [error.message], isDone: false, isKeyNeeded: error.isKeyNeeded };
    }
    if (error instanceof Refusal) return { lines: [error.message], isDone: false };
    throw error;
  }
}

function read(args: string[], isOperators: boolean): Omit<Typed, 'key'> {
  const usage = isOperators ? USAGE.operators : USAGE.payments;
  try {
    const options = { why: { type: 'string' } } as const;
    const { positionals, values } = parseArgs({ args, allowPositionals: true, options });
    const [command = '', given = null, ...more] = positionals;
    if (more.length > 0) throw new DeskError(usage);
    const why = values.why?.trim() ?? null;
    if (why !== null && why.length > WHY_MAX_CHARS) throw new DeskError('Say why more shortly');
    return { command, given, why };
  } catch (error) {
    throw error instanceof DeskError ? error : new DeskError(usage);
  }
}

type Answer = { lines: string[]; isDone?: boolean };

async function payments(desk: Desk, typed: Typed): Promise<Answer> {
  const { command, given, why, key } = typed;
  const { db } = desk;
  const isAbout = given !== null && given !== '';
  switch (command) {
    case 'show':
      if (isAbout && why === null) return { lines: await showPayment(db, given) };
      break;
    case 'of':
      if (isAbout && why === null) return { lines: await showPlayer(db, readPhone(given)) };
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
  }
  throw new DeskError(USAGE.payments);
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
