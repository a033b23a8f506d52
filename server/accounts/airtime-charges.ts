import { type Plan, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { requireSpending } from './spending.ts';

/** A charge by airtime as its player has agreed to it; its price in kobo. */
export type AgreedCharge = {
  reference: string;
  phone: string;
  playerId: number | null;
  plan: Plan;
  kobo: number;
  /** What the player was shown, where their app told. */
  shownKobo?: number | null;
  /** Where the player said yes; `null` for a renewal, which has its yes already. */
  door: string | null;
};

/**
 * Notes a charge and the yes to its price, before the operator is asked: the first yes stays, and a
 * charge that goes on is at its price. Throws Refusal 409 `payment/mismatch` where the player was
 * shown another one (flows.md#subscribe-call), `spending/…` for what their limit, break or age stops.
 */
export async function noteCharge(trx: Trx, charge: AgreedCharge, now: number): Promise<void> {
  const { reference, phone, playerId, plan, kobo, shownKobo = null, door } = charge;
  const begun = await trx
    .insertInto('airtime_charges')
    .values({ reference, phone, kobo, at: new Date(now) })
    .onConflict((conflict) =>
      conflict
        .column('reference')
        .doUpdateSet({ state: 'pending' })
        .where('airtime_charges.state', '=', 'refused'),
    )
    .returning('reference')
    .executeTakeFirst();
  if (begun && shownKobo !== null && shownKobo !== kobo) {
    throw new Refusal(409, 'payment/mismatch', 'The price has changed. Please look at it again.');
  }
  if (begun && playerId !== null) await requireSpending(trx, { playerId, reference, kobo }, now);
  if (door === null) return;
  await trx
    .insertInto('consents')
    .values({
      reference,
      player_id: playerId,
      phone,
      step: 1,
      way: 'airtime',
      product: `plan-${plan}`,
      coins: SUBSCRIPTION_COINS,
      kobo,
      fee_kobo: 0,
      door,
      said_at: new Date(now),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Notes how a charge has ended; one that is paid, or was taken back, stays so. */
export async function markCharge(
  trx: Trx,
  reference: string,
  state: 'paid' | 'refused',
): Promise<void> {
  await trx
    .updateTable('airtime_charges')
    .set({ state })
    .where('reference', '=', reference)
    .where('state', 'in', ['pending', 'refused'])
    .execute();
}
