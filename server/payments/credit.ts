import type { Way } from '../../src/rules/money.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Db, PaymentState, Trx } from '../database/tables.ts';
import { paymentKey, periodKey } from '../ledger/entries.ts';
/** The credit behind a reference: a payment, or a period that airtime paid for. */
export type Credit = {
  /** The key of the ledger's movement. */
  key: string;
  reference: string;
  playerId: number;
  way: Way;
  state: PaymentState;
  /** The sum that its provider has taken, with fees; it differs from the price where the payment mismatched. */
  kobo: number;
  currency: string;
  /** The period by airtime. */
  periodId: number | null;
};

/**
 * Finds the credit behind a reference and holds it until the transaction ends. If an operator reports several
 * periods by one reference, it is the newest. `null` where the reference is unknown.
 */
export async function lockCredit(trx: Trx, reference: string): Promise<Credit | null> {
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst();
  if (!payment) return lockPeriod(trx, reference);
  const { state, way, player_id: playerId, said } = payment;
  const total = payment.kobo + payment.fee_kobo;
  const isOther = state === 'mismatched' && said !== null;
  return {
    key: paymentKey(reference),
    reference,
    playerId,
    way,
    state,
    kobo: isOther ? Number(said.kobo) : total,
    currency: isOther ? String(said.currency) : payment.currency,
    periodId: null,
  };
}

async function lockPeriod(trx: Trx, reference: string): Promise<Credit | null> {
  const newest = trx
    .selectFrom('subscriptions')
    .selectAll()
    .where('reference', '=', reference)
    .where('way', '=', 'airtime')
    // Skip periods carried over from a deleted account: their money is booked to that account.
    .where('is_carried', '=', false)
    .orderBy('id', 'desc')
    .limit(1);
  const found = await newest.executeTakeFirst();
  if (!found) return null;
  // All code that moves a player's periods holds their wallet.
  await lockPlayer(trx, found.player_id);
  const period = await newest.forUpdate().executeTakeFirstOrThrow();
  const { id, player_id: playerId, reported_from, starts_at, undone_at } = period;
  const startsAt = (reported_from ?? starts_at).getTime();
  return {
    key: periodKey({ playerId, reference, startsAt }),
    reference,
    playerId,
    way: 'airtime',
    state: undone_at === null ? 'paid' : 'reversed',
    kobo: period.kobo ?? 0,
    currency: 'NGN',
    periodId: id,
  };
}

/** How often a payment was given back after it had been taken back. */
export async function countGivenBack(db: Db, reference: string): Promise<number> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('reference', '=', reference)
    .where('given_back_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
