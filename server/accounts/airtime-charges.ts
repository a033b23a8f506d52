import { type Plan, SUBSCRIPTION_COINS } from '../../src/rules/money.ts';
import type { Trx } from '../database/tables.ts';

/** A charge by airtime as its player has agreed to it; its price in kobo. */
export type AgreedCharge = {
  reference: string;
  phone: string;
  playerId: number | null;
  plan: Plan;
  kobo: number;
  /** Where the player said yes; `null` for a renewal, which has its yes already. */
  door: string | null;
};

/** Notes a charge and the yes to its price, before the operator is asked: the first yes stays. */
export async function noteCharge(trx: Trx, charge: AgreedCharge, now: number): Promise<void> {
  const { reference, phone, playerId, plan, kobo, door } = charge;
  await trx
    .insertInto('airtime_charges')
    .values({ reference, phone, kobo, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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
