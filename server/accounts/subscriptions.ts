import type { Trx } from '../database/tables.ts';
import { creditSubscription } from '../ledger/entries.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import { forgetCharge } from './charges.ts';
import { findPlayer, lockNumber } from './players.ts';

/** A 'no' of the operator, as its code and its message for the player. */
export const OPERATOR_NO = {
  none: { code: 'subscription/none', message: 'You have no running subscription' },
  refused: { code: 'subscription/refused', message: 'Not enough airtime for this plan' },
  pending: { code: 'subscription/pending', message: 'Your operator is still working on it' },
} as const;

/** A period the operator reports: active for its days, coins once; by number while no account. */
export async function takeOverPeriod(
  trx: Trx,
  phone: string,
  period: AirtimePeriod,
  now: number,
): Promise<void> {
  await lockNumber(trx, phone);
  await forgetCharge(trx, phone, period.reference);
  // Looked up under the lock: the account may be younger than the call.
  const playerId = await findPlayer(trx, phone);
  if (playerId !== null) return creditPeriod(trx, playerId, period, now);
  const { reference, plan, startsAt, endsAt } = period;
  const times = { starts_at: new Date(startsAt), ends_at: new Date(endsAt) };
  await trx
    .insertInto('paid_periods')
    .values({ phone, reference, plan, ...times })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Credits what a new player's number has paid for, even if ended. To be called once the player is
 * there: of this and a payment at the same time, one then sees the other.
 */
export async function creditPaidPeriods(
  trx: Trx,
  { phone, playerId }: { phone: string; playerId: number },
  now: number,
): Promise<void> {
  await lockNumber(trx, phone);
  const paid = await trx
    .deleteFrom('paid_periods')
    .where('phone', '=', phone)
    .returningAll()
    .execute();
  for (const { reference, plan, starts_at, ends_at } of paid) {
    const times = { startsAt: starts_at.getTime(), endsAt: ends_at.getTime() };
    await creditPeriod(trx, playerId, { reference, plan, ...times }, now);
  }
}

async function creditPeriod(
  trx: Trx,
  playerId: number,
  { reference, plan, startsAt, endsAt }: AirtimePeriod,
  now: number,
): Promise<void> {
  if (!(await creditSubscription(trx, { playerId, reference, startsAt }, now))) return;
  await trx
    .insertInto('subscriptions')
    .values({
      player_id: playerId,
      reference,
      plan,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
    })
    .execute();
}
