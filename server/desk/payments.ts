import { formatKobo, KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import type { Trx } from '../database/tables.ts';
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
import { findOperator, logChange } from './operators.ts';
import { type Desk, DeskError } from './socket.ts';
import { askOneOrTwo } from './two-people.ts';

type OperatorChange = {
  command: 'reverse' | 'refund';
  reference: string;
  why: string;
  key: string | null;
};

/**
 * Takes a payment back; the command `refund` also sends its money back. A large sum needs two operators.
 * Throws DeskError.
 */
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

/**
 * Asks whether this operator may move the money, or a second operator must agree. Gives `null` if the command
 * may go on or has nothing left to move, otherwise the reply to the operator.
 */
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

/**
 * A disputed payment is not refunded, because its dispute sends the money back and a refund would send it
 * twice.
 */
async function refuseDisputed(trx: Trx, reference: string): Promise<void> {
  const credit = await lockCredit(trx, reference);
  const dispute = credit && (await findLiveDispute(trx, reference));
  if (!dispute) return;
  const how = dispute.state === 'open' ? 'is open' : 'was lost';
  throw new DeskError(`A dispute of it ${how}: its money goes back by that, if it does`);
}

type Undone = Reversal | Awaited<ReturnType<typeof noteRefund>>;

/** Throws DeskError if the payment can't be taken back. */
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
 * Asks the providers about payments without a known end, as each server does every minute. Throws DeskError
 * without an operator's key.
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
