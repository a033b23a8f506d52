import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { type Credit, lockCredit } from './credit.ts';
import { type Reversal, reversePayment } from './reverse.ts';

type Asking = Pick<Services, 'db' | 'card' | 'now'>;

/** What became of sending money back. */
export type Refund =
  | { outcome: 'sent' | 'sent-before' | 'by-hand' | 'busy' }
  | { outcome: 'refused'; message: string };

/** By then a refund that was asked for shows at the provider, however slow it is. */
const ASKED_AGAIN_AFTER_MS = 60_000;

/**
 * Takes a payment back and notes that its money is to be sent back, once. Money that credited
 * nothing, since it was not what was expected, can be sent back too.
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
 * Takes a payment back whose money has gone back by its provider's own word. One that has brought
 * nothing yet is remembered, and taken back once it has: providers tell in any order.
 */
export async function enterRefund(trx: Trx, credit: Credit, now: number): Promise<void> {
  const { outcome } = await noteRefund(trx, credit.reference, now);
  if (outcome === 'not-credited') await keepRefund(trx, credit, 'sent', now);
  else await markRefunded(trx, credit.key, credit.reference, now);
}

/** Takes back a payment that its provider had sent back before it told that it was paid. */
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
 * Sends back money that is noted for it: a card's by the provider, once, however often it is asked;
 * any other way's is the operator's to send. Throws ProviderError where the provider does not
 * answer: it is then to be asked again.
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
  // The payment before its refund, as in noting one: two that wait for each other never end.
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
 * Notes that the operator has sent back the money of a reference, its oldest that is to be sent:
 * what a card's provider refuses, too. Gives `none` where none is, `busy` while the provider is asked.
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

/** Of several that ask at once, one does. */
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
