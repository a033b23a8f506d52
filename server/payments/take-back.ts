import * as v from 'valibot';
import { DAY_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { PLAN_DAYS } from '../../src/rules/money.ts';
import { findDebtor } from '../accounts/deleted-numbers.ts';
import { lockPlayer } from '../accounts/players.ts';
import { forgetRelease } from '../accounts/profile/bank-accounts.ts';
import type { Db, DisputeState, Trx } from '../database/tables.ts';
import { returnCredit, returnTicket, reverseCredit, type TakenBack } from '../ledger/reversal.ts';
import { endCarried, endPeriod, queuePeriod } from '../plans/plans.ts';
import type { Services } from '../services.ts';
import { closeClaims } from './claims.ts';
import { type Credit, countGivenBack, lockCredit } from './credit.ts';
import { endRenewal } from './renewal.ts';
import { cut, keepEvent, type ProviderEvent } from './reports.ts';
import { isPlayed, markUndone } from './tickets.ts';

/** The outcome of taking a payment back. */
export type Reversal =
  | ({ outcome: 'reversed'; credit: Credit } & TakenBack)
  | { outcome: 'undone-before' | 'not-credited'; credit: Credit }
  | { outcome: 'unknown' };

/**
 * Takes a payment back, once: its money in the books, the coins that are left, the rest of its period, and its
 * renewal. Spent coins, or a played ticket, become an open claim (payments.md#what-went-wrong-is-undone).
 */
export async function reversePayment(trx: Trx, reference: string, now: number): Promise<Reversal> {
  const credit = await lockCredit(trx, reference);
  if (credit === null) return { outcome: 'unknown' };
  const { key, playerId, state } = credit;
  if (state === 'reversed' || state === 'refunded') return { outcome: 'undone-before', credit };
  if (state !== 'paid') return { outcome: 'not-credited', credit };
  await lockPlayer(trx, playerId);
  const turn = await countGivenBack(trx, reference);
  const isUsed = await isPlayed(trx, reference);
  const back = await reverseCredit(trx, { playerId, key, turn, isUsed }, now);
  if (back.missing > 0) {
    const player_id = await findDebtor(trx, playerId);
    const owed = { reference, player_id, at: new Date(now) };
    await trx
      .insertInto('claims')
      .values({ credit_key: key, ...owed, coins: 0, [back.unit]: back.missing })
      .execute();
    await forgetRelease(trx, player_id, 'claim');
  }
  if (back.unit === 'tickets') await markUndone(trx, reference, now);
  // A player who wants their money back is not charged again.
  if (await endPeriod(trx, credit, now)) await endRenewal(trx, playerId);
  await endCarried(trx, reference, now);
  await trx
    .updateTable(credit.way === 'airtime' ? 'airtime_charges' : 'payments')
    .set({ state: 'reversed' })
    .where('reference', '=', reference)
    .execute();
  return { outcome: 'reversed', credit, ...back };
}

type Asking = Pick<Services, 'db' | 'card' | 'now'>;

/** The outcome of sending money back. */
type Refund =
  | { outcome: 'sent' | 'sent-before' | 'by-hand' | 'busy' }
  | { outcome: 'refused'; message: string };

/** After this time a requested refund shows at the provider, however slow it is. */
const ASKED_AGAIN_AFTER_MS = MINUTE_MS;

/**
 * Takes a payment back and notes, once, that its money is to be sent back. Money of a mismatched payment, which
 * credited nothing, can be sent back too.
 */
export async function noteRefund(
  trx: Trx,
  reference: string,
  now: number,
): Promise<Reversal | { outcome: 'mismatched'; credit: Credit }> {
  const reversal = await reversePayment(trx, reference, now);
  if (reversal.outcome === 'unknown') return reversal;
  const { credit } = reversal;
  const isMismatched = credit.state === 'mismatched';
  if (reversal.outcome === 'not-credited' && !isMismatched) return reversal;
  await keepRefund(trx, credit, credit.way === 'card' ? 'asked' : 'by-hand', now);
  return isMismatched ? { outcome: 'mismatched', credit } : reversal;
}

function keepRefund(trx: Trx, credit: Credit, state: 'asked' | 'by-hand' | 'sent', now: number) {
  const { key, reference, playerId, way, kobo } = credit;
  const at = new Date(now);
  const sent = state === 'sent' ? { ended_at: at } : {};
  return trx
    .insertInto('refunds')
    .values({ credit_key: key, reference, player_id: playerId, way, kobo, state, at, ...sent })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Takes a payment back whose money has gone back, as its provider reports. If it has credited nothing yet, the
 * refund is kept and takes the payment back once it is credited: providers report in any order.
 */
async function enterRefund(trx: Trx, credit: Credit, now: number): Promise<void> {
  const { outcome } = await noteRefund(trx, credit.reference, now);
  if (outcome === 'not-credited') await keepRefund(trx, credit, 'sent', now);
  else await markRefunded(trx, credit.key, credit.reference, now);
}

/** Takes back a payment whose refund was reported before its payment. */
export async function takeRefunded(trx: Trx, reference: string, now: number): Promise<void> {
  const credit = await lockCredit(trx, reference);
  if (credit === null) return;
  const refund = await trx
    .selectFrom('refunds')
    .select('kobo')
    .where('credit_key', '=', credit.key)
    .executeTakeFirst();
  if (refund?.kobo === credit.kobo) await enterRefund(trx, credit, now);
}

/**
 * Sends noted money back: the provider sends a card's, once, however often it is asked; the operator sends all
 * other ways'. Throws ProviderError where the provider does not answer: it is then to be asked again.
 */
export async function sendRefund(
  { db, card, now }: Asking,
  { key, reference, kobo }: Credit,
): Promise<Refund> {
  const { state } = await db
    .selectFrom('refunds')
    .select('state')
    .where('credit_key', '=', key)
    .executeTakeFirstOrThrow();
  if (state === 'by-hand') return { outcome: 'by-hand' };
  if (state === 'sent') return { outcome: 'sent-before' };
  if (!(await takeRefund(db, key, now()))) return { outcome: 'busy' };
  const answer = await card.refund({ reference, kobo });
  if (answer.outcome === 'refused') return answer;
  await db.transaction().execute((trx) => markRefunded(trx, key, reference, now()));
  return { outcome: 'sent' };
}

/** Notes that a payment's money has gone back. */
export async function markRefunded(
  trx: Trx,
  key: string,
  reference: string,
  now: number,
): Promise<void> {
  // Lock the payment before its refund, as `noteRefund` does, to avoid a deadlock.
  await trx
    .updateTable('payments')
    .set({ state: 'refunded' })
    .where('reference', '=', reference)
    .execute();
  await trx
    .updateTable('airtime_charges')
    .set({ state: 'refunded' })
    .where('reference', '=', reference)
    .where('state', '=', 'reversed')
    .execute();
  await trx
    .updateTable('refunds')
    .set({ state: 'sent', ended_at: new Date(now) })
    .where('credit_key', '=', key)
    .where('state', '<>', 'sent')
    .execute();
}

/**
 * Notes that the operator has sent back the money of a reference's oldest open refund, also one that a card's
 * provider refuses. Gives `none` where there is none, `busy` while the provider is asked.
 */
export async function markSent(
  trx: Trx,
  reference: string,
  now: number,
): Promise<'none' | 'busy' | { kobo: number }> {
  await lockCredit(trx, reference);
  const refund = await trx
    .selectFrom('refunds')
    .select(['credit_key', 'kobo', 'asked_at'])
    .where('reference', '=', reference)
    .where('state', '<>', 'sent')
    .orderBy('at')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (!refund) return 'none';
  const askedAt = refund.asked_at?.getTime() ?? 0;
  if (askedAt > now - ASKED_AGAIN_AFTER_MS) return 'busy';
  await markRefunded(trx, refund.credit_key, reference, now);
  return { kobo: refund.kobo };
}

/** Only one of several callers at the same time may ask the provider. */
async function takeRefund(db: Db, key: string, now: number): Promise<boolean> {
  const taken = await db
    .updateTable('refunds')
    .set({ asked_at: new Date(now) })
    .where('credit_key', '=', key)
    .where('state', '=', 'asked')
    .where((eb) =>
      eb.or([
        eb('asked_at', 'is', null),
        eb('asked_at', '<=', new Date(now - ASKED_AGAIN_AFTER_MS)),
      ]),
    )
    .returning('credit_key')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Gives a payment back, once, that a dispute had taken: the coins and the money, the rest of its period, and
 * the end of its claim. It does nothing while another dispute of the payment is open or was lost, or if the
 * money was refunded. An operator decides about payments that an operator took back
 * (payments.md#what-went-wrong-is-undone). The caller holds the payment.
 */
export async function giveBack(trx: Trx, credit: Credit, now: number): Promise<void> {
  const { key, reference, playerId } = credit;
  if (credit.state !== 'reversed' || !(await mayGiveBack(trx, credit))) return;
  await lockPlayer(trx, playerId);
  const turn = await countGivenBack(trx, reference);
  await returnCredit(trx, { key, turn }, now);
  await returnTicket(trx, { reference, turn }, now);
  await markUndone(trx, reference, null);
  await closeClaims(trx, { creditKey: key }, now);
  await runOn(trx, credit, now);
  await trx
    .updateTable('disputes')
    .set({ given_back_at: new Date(now) })
    .where('reference', '=', reference)
    .where('took_at', 'is not', null)
    .where('given_back_at', 'is', null)
    .execute();
  await trx
    .updateTable('payments')
    .set({ state: 'paid' })
    .where('reference', '=', reference)
    .execute();
}

async function mayGiveBack(trx: Trx, { key, reference }: Credit): Promise<boolean> {
  const taking = await trx
    .selectFrom('disputes')
    .select('id')
    .where('reference', '=', reference)
    .where('took_at', 'is not', null)
    .where('given_back_at', 'is', null)
    .executeTakeFirst();
  const refund = await trx
    .selectFrom('refunds')
    .select('credit_key')
    .where('credit_key', '=', key)
    .executeTakeFirst();
  return taking !== undefined && !refund && !(await findLiveDispute(trx, reference));
}

/** A dispute that is open or was lost, `undefined` where there is none. */
export function findLiveDispute(trx: Trx, reference: string) {
  return trx
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('reference', '=', reference)
    .where('state', '<>', 'won')
    .orderBy('state', 'desc')
    .executeTakeFirst();
}

/** Queues the rest of a payment's period behind all paid periods. */
async function runOn(trx: Trx, { playerId, reference }: Credit, now: number): Promise<void> {
  const ran = await trx
    .selectFrom('subscriptions')
    .select(['plan', 'way', 'kobo', 'starts_at', 'ends_at'])
    .where('player_id', '=', playerId)
    .where('reference', '=', reference)
    .execute();
  const [period] = ran;
  if (!period) return;
  const { plan, way, kobo } = period;
  const ranMs = ran.reduce((sum, one) => sum + one.ends_at.getTime() - one.starts_at.getTime(), 0);
  const lengthMs = PLAN_DAYS[plan] * DAY_MS - ranMs;
  if (lengthMs <= 0) return;
  await queuePeriod(trx, { playerId, reference, plan, way, kobo: kobo ?? 0, lengthMs }, now);
}

/** A dispute as the provider reports it; an ended one stays as it ended. */
type Dispute = { id: string; state: DisputeState };

/**
 * Takes a disputed payment back, and gives it back once all its disputes are won, in whatever order and however
 * often its provider reports them. The caller holds the payment.
 */
async function enterDispute(
  trx: Trx,
  credit: Credit,
  { id, state }: Dispute,
  now: number,
): Promise<void> {
  const { reference } = credit;
  const noted = await trx
    .insertInto('disputes')
    .values({ reference, id, state, at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .columns(['reference', 'id'])
        .doUpdateSet({ state })
        .where('disputes.state', '=', 'open'),
    )
    .returning('id')
    .executeTakeFirst();
  if (!noted) return;
  if (state === 'won') return giveBack(trx, credit, now);
  await takeDisputed(trx, reference, now);
}

/**
 * Takes back a payment with an open or lost dispute. If the dispute was reported first, this happens once the
 * payment is credited.
 */
export async function takeDisputed(trx: Trx, reference: string, now: number): Promise<void> {
  const dispute = await findLiveDispute(trx, reference);
  if (!dispute) return;
  const reversal = await reversePayment(trx, reference, now);
  if (reversal.outcome !== 'reversed') return;
  await trx
    .updateTable('disputes')
    .set({ took_at: new Date(now) })
    .where('reference', '=', reference)
    .where('id', '=', dispute.id)
    .execute();
}

const text = v.optional(v.nullable(v.string()));
const amount = v.optional(
  v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))),
);

const undoneSchema = v.object({
  id: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  reference: text,
  transaction_reference: text,
  amount,
  refund_amount: amount,
  currency: text,
  status: text,
  resolution: text,
  transaction: v.optional(v.nullable(v.object({ reference: text, amount, currency: text }))),
});

type Undone = v.InferOutput<typeof undoneSchema>;
const UNDOING = new Set(['refund.processed', 'charge.dispute.create', 'charge.dispute.resolve']);

/**
 * Enters a card provider's event: a refund or dispute takes a payment back, a declined dispute gives it back.
 * Every event is kept for the operator; one of another sum or currency is only kept.
 */
export async function enterCardEvent(trx: Trx, said: ProviderEvent, now: number): Promise<void> {
  const { event, data } = said;
  const read = v.safeParse(undoneSchema, data);
  const about: Undone = read.success ? read.output : {};
  const { transaction, transaction_reference, reference: own } = about;
  const reference = transaction_reference ?? transaction?.reference ?? own ?? '';
  const keep = (what: string) => keepEvent(trx, { reference, event: what, data }, now);
  const credit = UNDOING.has(event) ? await lockCredit(trx, cut(reference)) : null;
  if (credit?.way !== 'card') return keep(event);
  const state = event === 'refund.processed' ? null : stateOf(event, about);
  const sums = [about.refund_amount, about.amount, transaction?.amount];
  // A declined dispute sends nothing back.
  const sum = sums.find((one) => (state === 'won' ? one : one !== null && one !== undefined));
  const currency = about.currency ?? transaction?.currency;
  if (sum !== credit.kobo || currency !== credit.currency) return keep(`${event}, mismatched`);
  if (state !== null) {
    await enterDispute(trx, credit, { id: cut(String(about.id ?? '')), state }, now);
  } else {
    await enterRefund(trx, credit, now);
  }
  await keep(event);
}

/** The state of a dispute: it has ended only if the provider says so, and how. */
function stateOf(event: string, { status, resolution }: Undone): DisputeState {
  const hasEnded = event === 'charge.dispute.resolve' && (status ?? 'resolved') === 'resolved';
  if (!hasEnded) return 'open';
  if (resolution === 'declined') return 'won';
  return resolution === 'merchant-accepted' ? 'lost' : 'open';
}
