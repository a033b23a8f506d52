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

/** What came of taking a payment back. */
export type Reversal =
  | ({ outcome: 'reversed'; credit: Credit } & TakenBack)
  | { outcome: 'undone-before' | 'not-credited'; credit: Credit }
  | { outcome: 'unknown' };

/**
 * Takes a payment back, once: its money in the ledger, its coins that are not spent, the rest of its period,
 * and its renewal. Spent coins and a played ticket become an open claim
 * (payments.md#what-went-wrong-is-undone).
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

/** What came of sending money back. */
type Refund =
  | { outcome: 'sent' | 'sent-before' | 'by-hand' | 'busy' }
  | { outcome: 'refused'; message: string };

/** A refund that we asked for shows at the provider after this time, even if the provider is slow. */
const ASKED_AGAIN_AFTER_MS = MINUTE_MS;

/**
 * Takes a payment back and notes, once, that its money is to be sent back. The money of a mismatched payment
 * can be sent back too, although nothing was credited for it.
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
 * Takes a payment back because its provider reports that its money was refunded. Providers report in any
 * order: if the payment is not credited yet, the refund is stored, and takes the payment back as soon as it
 * is credited.
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
 * Sends money back that `noteRefund` has noted. The provider sends the money of a card payment, once, however
 * often it is asked; an operator sends all other money. Throws ProviderError if the provider does not answer;
 * the caller then asks again later.
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

/** Notes that a payment's money has been sent back. */
export async function markRefunded(
  trx: Trx,
  key: string,
  reference: string,
  now: number,
): Promise<void> {
  // `noteRefund` locks the payment before its refund, so the same order here avoids a deadlock.
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
 * Notes that an operator has sent the money of a reference's oldest open refund, also if the card provider
 * has refused to send it. Gives `none` if there is no open refund, `busy` while the provider is being asked.
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

/** Claims a refund for the caller: of several callers at the same time, only one may ask the provider. */
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
 * Gives a payment back, once, that a dispute had taken back: its coins and money, and the rest of its period.
 * Its claim is closed. Nothing happens while another dispute of the payment is open or was lost, or if the
 * money was refunded. Payments that an operator took back are left to operators
 * (payments.md#what-went-wrong-is-undone). The caller has locked the payment.
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

/** A payment's dispute that is open or was lost; `undefined` if there is none. */
export function findLiveDispute(trx: Trx, reference: string) {
  return trx
    .selectFrom('disputes')
    .select(['id', 'state'])
    .where('reference', '=', reference)
    .where('state', '<>', 'won')
    .orderBy('state', 'desc')
    .executeTakeFirst();
}

/** Adds the rest of a payment's period after all paid periods. */
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

/** A dispute as the provider reports it. Once it has ended, later reports don't change it. */
type Dispute = { id: string; state: DisputeState };

/**
 * Takes a disputed payment back, and gives it back once all its disputes are won. The provider may report
 * them in any order and repeatedly. The caller has locked the payment.
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
 * Enters a card provider's event. A refund or a dispute takes a payment back, and a declined dispute gives it
 * back. Every event is stored for the operator; an event with another sum or currency has no other effect.
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
  // A declined dispute has the refund amount 0, so the first sum that is not 0 is compared.
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

/** The state of a dispute. It is open unless the provider says that it has ended, and how. */
function stateOf(event: string, { status, resolution }: Undone): DisputeState {
  const hasEnded = event === 'charge.dispute.resolve' && (status ?? 'resolved') === 'resolved';
  if (!hasEnded) return 'open';
  if (resolution === 'declined') return 'won';
  return resolution === 'merchant-accepted' ? 'lost' : 'open';
}
