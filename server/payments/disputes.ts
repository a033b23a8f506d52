import type { DisputeState } from '../database/money-tables.ts';
import type { Trx } from '../database/tables.ts';
import type { Credit } from './credit.ts';
import { findLiveDispute, giveBack } from './give-back.ts';
import { reversePayment } from './reverse.ts';

/** A dispute as the provider tells of it; what has ended stays as it ended. */
type Dispute = { id: string; state: DisputeState };

/**
 * Takes back a payment that is disputed, and gives it back once no dispute of it is left that was
 * not won, in whatever order and how often its provider tells. The caller holds the payment.
 */
export async function enterDispute(
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

/** Takes back a payment of which a dispute is open or lost; of one told ahead of it, once it is credited. */
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
