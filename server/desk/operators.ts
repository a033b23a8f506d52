import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { formatKobo, KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import { resealAccounts } from '../accounts/profile/bank-accounts.ts';
import { sha256 } from '../crypto/hash.ts';
import { openVault } from '../crypto/vault.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type Credit, lockCredit } from '../payments/credit.ts';
import { countPayments } from '../payments/reads.ts';
import { reconcile } from '../payments/reconcile.ts';
import { endOperatorRenewal } from '../payments/renewal.ts';
import {
  findLiveDispute,
  noteRefund,
  type Reversal,
  reversePayment,
  sendRefund,
} from '../payments/take-back.ts';
import { ProviderError } from '../providers/provider-http.ts';
import { type Desk, DeskError } from './socket.ts';
import { askOneOrTwo, askTwo } from './two-people.ts';

const KEY_BYTES = 24;
const NAME = /^[a-z][a-z0-9.-]{1,39}$/;
const SEAL = /^[0-9a-f]{64}$/;
const HOW_TO_ADD =
  'A new operator makes their own key by: npm run admin -- operators key. They keep it, and give you its seal: npm run admin -- operators add NAME SEAL';

/** An operator's change, as it is logged. */
export type Change = { command: string; reference?: string; why?: string };

/** The operator who has this key. Throws DeskError, which asks for a key if none is given. */
export async function findOperator(db: Db, key: string | null): Promise<string> {
  if (key === null) throw new DeskError('Your operator key is needed: set OPERATOR_KEY', true);
  const found = await db
    .selectFrom('operators')
    .select('name')
    .where('key_hash', '=', sha256(key))
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw new DeskError('No operator has this key');
  return found.name;
}

/** Logs a change in the same transaction, so that neither exists without the other. */
export async function logChange(
  trx: Trx,
  operator: string,
  { command, reference = '', why = '' }: Change,
  now: number,
): Promise<void> {
  await trx
    .insertInto('operator_log')
    .values({
      operator,
      command,
      reference: reference || null,
      why: why || null,
      at: new Date(now),
    })
    .execute();
}

/** A new key and its seal, the SHA-256 in hex, which reveals nothing of the key. */
export function newOperatorKey(): { key: string; seal: string } {
  const key = randomBytes(KEY_BYTES).toString('base64url');
  return { key, seal: Buffer.from(sha256(key), 'base64url').toString('hex') };
}

/**
 * Adds an operator by the seal of a key that they alone have. The first needs nobody's approval and
 * gets a new key; the second needs the first's, each further one that of two
 * (operators.md#two-people).
 */
export async function addOperator(
  trx: Trx,
  { name, seal, key }: { name: string; seal: string | null; key: string | null },
  now: number,
): Promise<string[]> {
  if (!NAME.test(name)) {
    throw new DeskError('A name is 2 to 40 small letters, digits, dots and hyphens');
  }
  // Additions run one after the other, so that only one operator can be the first.
  await sql`lock table operators in share row exclusive mode`.execute(trx);
  const all = await trx.selectFrom('operators').select(['name', 'key_hash']).execute();
  const made = all.length === 0 && seal === null ? newOperatorKey() : null;
  const by = all.length === 0 ? name : await findOperator(trx, key);
  if (all.some((one) => one.name === name)) {
    throw new DeskError(`There is or was an operator named ${name}`);
  }
  const sealed = made?.seal ?? seal;
  if (sealed === null || !SEAL.test(sealed)) throw new DeskError(HOW_TO_ADD);
  const keyHash = Buffer.from(sealed, 'hex').toString('base64url');
  if (all.some((one) => one.key_hash === keyHash)) {
    throw new DeskError('An operator has or had this key: each has their own');
  }
  const asked = { subject: `operators add ${name}`, says: sealed };
  const waiting = all.length > 1 ? await askTwo(trx, by, asked, now) : null;
  const change = { command: 'operators add', reference: name, why: sealed };
  if (waiting) {
    await logChange(trx, by, change, now);
    return waiting;
  }
  await trx
    .insertInto('operators')
    .values({ name, key_hash: keyHash, added_at: new Date(now) })
    .execute();
  await logChange(trx, by, change, now);
  return made ? [`${name} is added. The key is told this once:`, made.key] : [`${name} is added`];
}

/** Removes an operator's key; their log entries stay. The last operator cannot be removed. */
export async function removeOperator(
  trx: Trx,
  { name, key }: { name: string; key: string | null },
  now: number,
): Promise<void> {
  const by = await findOperator(trx, key);
  const all = await trx
    .selectFrom('operators')
    .select('name')
    .where('removed_at', 'is', null)
    .forUpdate()
    .execute();
  if (!all.some((one) => one.name === name)) throw new DeskError(`No operator is named ${name}`);
  if (all.length === 1) throw new DeskError('The last operator stays: add another one before');
  await trx
    .updateTable('operators')
    .set({ removed_at: new Date(now) })
    .where('name', '=', name)
    .execute();
  await logChange(trx, by, { command: 'operators remove', reference: name }, now);
}

export function listOperators(db: Db) {
  return db
    .selectFrom('operators')
    .select(['name', 'added_at'])
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute();
}

/** A terminal: the keyboard, and the output for the question. */
type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream };

/** Asks for an operator's key without showing it; `null` if none is typed (Ctrl-C, Ctrl-D). */
export async function askKey({ input, output }: Terminal): Promise<string | null> {
  output.write('Your operator key: ');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: silent, terminal: true });
  const closed = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
  const typed = lines.question('').catch(() => null);
  const key = await Promise.race([typed, closed]);
  lines.close();
  output.write('\n');
  return key?.trim() || null;
}

type Rotation = { why: string; key: string | null };

/**
 * Encrypts every bank account with the first of BANK_KEYS (go-live.md#bank-keys). Throws DeskError
 * without an operator's key.
 */
export async function rotateKeys(
  { db, config, now }: Pick<Desk, 'db' | 'config' | 'now'>,
  { why, key }: Rotation,
): Promise<string> {
  const operator = await findOperator(db, key);
  const vault = await openVault(db, config.bankKeys);
  const log = { command: 'keys rotate', why };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  return `Bank accounts sealed anew: ${await resealAccounts(db, vault)}`;
}

type OperatorChange = {
  command: 'reverse' | 'refund';
  reference: string;
  why: string;
  key: string | null;
};

/** Reverses a payment, with a refund if requested; large sums need two operators. Throws DeskError. */
export async function changePayment(
  desk: Desk,
  { command, reference, why, key }: OperatorChange,
): Promise<Done> {
  const { db, now } = desk;
  const operator = await findOperator(db, key);
  const undo = command === 'reverse' ? reversePayment : noteRefund;
  const work = async (trx: Trx) => {
    if (command === 'refund') await refuseDisputed(trx, reference);
    await logChange(trx, operator, { command, reference, why }, now());
    const waiting = await askAbout(trx, desk, { operator, command, reference });
    if (waiting) return { waiting };
    const undone = await undo(trx, reference, now());
    const { credit } = refuse(undone, reference);
    return { credit, lines: linesOf(undone) };
  };
  const done = await db.transaction().execute(work);
  if (done.waiting) return { lines: done.waiting, isDone: true };
  const { credit, lines } = done;
  const renewal = await renewNoMore(desk, credit);
  const refund = command === 'refund' ? await sendBack(desk, credit) : { lines: [], isDone: true };
  return {
    lines: [...lines, ...renewal.lines, ...refund.lines],
    isDone: renewal.isDone && refund.isDone,
  };
}

type Asking = { operator: string } & Pick<OperatorChange, 'command' | 'reference'>;

/** `null` if no money would move, or one operator may do it. */
async function askAbout(
  trx: Trx,
  { config, now }: Desk,
  { operator, command, reference }: Asking,
): Promise<string[] | null> {
  const credit = await lockCredit(trx, reference);
  if (credit === null || (await isDone(trx, command, credit))) return null;
  const { playerId, kobo: amount } = credit;
  const limit = config.twoPeopleAboveNaira * KOBO_PER_NAIRA;
  const asked = { subject: `payments ${reference}`, says: command };
  return askOneOrTwo(
    trx,
    operator,
    { asked, moved: { playerId, unit: 'kobo', amount, limit } },
    now(),
  );
}

async function isDone(trx: Trx, command: OperatorChange['command'], { key, state }: Credit) {
  if (command === 'reverse') return state !== 'paid';
  const noted = trx.selectFrom('refunds').select('state').where('credit_key', '=', key);
  return (await noted.executeTakeFirst()) !== undefined;
}

type Done = { lines: string[]; isDone: boolean };

async function renewNoMore(desk: Desk, credit: Credit): Promise<Done> {
  try {
    const isAsked = await endOperatorRenewal(desk, credit);
    return { lines: isAsked ? ['The network was told to renew it no more'] : [], isDone: true };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const failure =
      'The network did not answer, and may renew it by itself. Give the same command again';
    return { lines: [failure], isDone: false };
  }
}

async function sendBack(desk: Desk, credit: Credit): Promise<Done> {
  const sum = formatKobo(credit.kobo);
  try {
    const refund = await sendRefund(desk, credit);
    switch (refund.outcome) {
      case 'sent':
        return { lines: [`${sum} go back to the card`], isDone: true };
      case 'sent-before':
        return { lines: [`${sum} went back before`], isDone: true };
      case 'by-hand':
        return { lines: [`${sum} are to be sent back by hand`], isDone: true };
      case 'busy':
        return { lines: [`${sum} are being sent: look again in a minute`], isDone: false };
      case 'refused':
        return { lines: [`The provider refuses: ${refund.message}`], isDone: false };
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const failure = `The provider did not answer. Ask for the refund again in a minute: ${sum} go back once`;
    return { lines: [failure], isDone: false };
  }
}

/** The provider returns the money of a disputed payment: a refund would send it twice. */
async function refuseDisputed(trx: Trx, reference: string): Promise<void> {
  const credit = await lockCredit(trx, reference);
  const dispute = credit && (await findLiveDispute(trx, reference));
  if (!dispute) return;
  const how = dispute.state === 'open' ? 'is open' : 'was lost';
  throw new DeskError(`A dispute of it ${how}: its money goes back by that, if it does`);
}

type Undone = Reversal | Awaited<ReturnType<typeof noteRefund>>;

/** Throws DeskError for a payment that cannot be reversed. */
function refuse(undone: Undone, reference: string) {
  if (undone.outcome === 'unknown') throw new DeskError(`There is no payment ${reference}`);
  if (undone.outcome === 'not-credited') {
    throw new DeskError(`The payment is ${undone.credit.state}: it has brought nothing`);
  }
  return undone;
}

function linesOf(undone: Undone): string[] {
  switch (undone.outcome) {
    case 'reversed': {
      const { unit, taken, missing } = undone;
      const what = (count: number) =>
        unit === 'coins' ? `${formatNumber(count)} coins` : count === 1 ? '1 ticket' : 'no ticket';
      const lines = [`Taken back: ${what(taken)}`];
      if (missing > 0) lines.push(`Owed: ${what(missing)}, an open claim`);
      return lines;
    }
    case 'undone-before':
      return ['It was taken back before'];
    default:
      return ['It had brought nothing'];
  }
}

/**
 * Asks the providers about payments without an outcome, as a server does each minute. Throws
 * DeskError without an operator's key.
 */
export async function reconcileNow(desk: Desk, key: string | null): Promise<string[]> {
  const { db, now } = desk;
  const operator = await findOperator(db, key);
  const log = (trx: Trx) => logChange(trx, operator, { command: 'reconcile' }, now());
  await db.transaction().execute(log);
  const before = await countPending(desk);
  let unanswered = 0;
  await reconcile(desk, { warn: () => (unanswered += 1) });
  const lines = [`Pending before: ${before}`, `Pending now: ${await countPending(desk)}`];
  return unanswered === 0 ? lines : [...lines, `Not answered: ${unanswered}`];
}

async function countPending({ db }: Desk): Promise<number> {
  const counts = await countPayments(db);
  const pending = counts.filter(({ state }) => state === 'pending');
  return pending.reduce((sum, { count }) => sum + count, 0);
}
