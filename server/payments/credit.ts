import type { Way } from '../../src/rules/money.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Db, PaymentState, Trx } from '../database/tables.ts';
import { paymentKey, periodKey } from '../ledger/entries.ts';
/** What a reference stands for: a payment, or a period that airtime paid for. */
export type Credit = {
  /** The key of the ledger's movement. */
  key: string;
  reference: string;
  playerId: number;
  way: Way;
  state: PaymentState;
  /** The sum that the provider has taken, with fees. It differs from the price if the payment mismatched. */
  kobo: number;
  currency: string;
  /** The id of the period that airtime paid for; `null` for a payment. */
  periodId: number | null;
};

/**
 * Finds what a reference stands for, and locks it until the transaction ends; `null` if the reference is
 * unknown. An operator may report several periods by one reference; the newest is taken then.
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
  // Everything that moves a player's periods locks their wallet.
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

/** The number of times that a payment was given back after it had been taken back. */
export async function countGivenBack(db: Db, reference: string): Promise<number> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('reference', '=', reference)
    .where('given_back_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
