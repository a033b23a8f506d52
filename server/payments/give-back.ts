import { DAY_MS } from '../../src/rules/calendar.ts';
import { PLAN_DAYS } from '../../src/rules/money.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Trx } from '../database/tables.ts';
import { returnCredit, returnTicket } from '../ledger/reversal.ts';
import { closeClaims } from './claims.ts';
import type { Credit } from './credit.ts';
import { countGivenBack } from './given-back.ts';
import { queuePeriod } from './queue-period.ts';
import { markUndone } from './tickets.ts';

/**
 * Gives back what a dispute has taken, once: the coins and the money, what its period had left, and
 * the end of its claim. Nothing while another dispute of the payment is open or was lost, nor where
 * its money goes back; what an operator took back is theirs to decide on
 * (flows.md#what-went-wrong-is-undone). The caller holds the payment.
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

/** The period runs on for what it had left, behind all that is paid for by now. */
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
