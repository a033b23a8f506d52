import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Plan } from '../../src/rules/money.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../errors.ts';
import { creditSubscription } from '../ledger/entries.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import { isActive, lockNumber, lockPlayer } from './players.ts';

/** How long a charge without a known end is gone on with before another may take its place. */
const CHARGE_MEMORY_MS = DAY_MS;

/** A 'no' of the operator, as its code and its message for the player. */
export const OPERATOR_NO = {
  none: { code: 'subscription/none', message: 'You have no running subscription' },
  refused: { code: 'subscription/refused', message: 'Not enough airtime for this plan' },
  pending: { code: 'subscription/pending', message: 'Your operator is still working on it' },
} as const;

/** A plan that a number is charged for, under the reference that the provider knows it by. */
type Charge = { phone: string; playerId: number | null; plan: Plan; reference: string };

/** Takes over a period that the operator reports: active for its days, its coins once. */
export async function takeOverPeriod(
  trx: Trx,
  { phone, playerId }: { phone: string; playerId: number },
  period: AirtimePeriod,
  now: number,
): Promise<void> {
  await lockPlayer(trx, playerId);
  const { reference, plan, startsAt, endsAt } = period;
  await endCharge(trx, phone, reference);
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

/**
 * Takes the reference that a charge of a plan runs under. A charge whose end has not been seen is
 * gone on with under its own reference, whatever call asks: the provider charges that once. Looked
 * at and written while number and player are locked, as is every end of a player's charge: whoever
 * comes later sees either the charge or what it paid for. A number can be charged before it has an
 * account: `playerId` is then `null`.
 * @param reference what a new charge is to be known by
 * @returns the reference to ask the provider under
 * @throws Refusal 409 `subscription/active`, or `subscription/running` while another plan's charge
 *   has no known end
 */
export async function claimCharge(
  db: Db,
  { phone, playerId, plan, reference }: Charge,
  now: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockNumber(trx, phone);
    if (playerId !== null) await lockPlayer(trx, playerId);
    if (playerId !== null && (await isActive(trx, playerId, now))) {
      throw new Refusal(409, 'subscription/active', 'Your subscription is running already');
    }
    const unfinished = await trx
      .selectFrom('charge_attempts')
      .select(['plan', 'reference'])
      .where('phone', '=', phone)
      .where('started_at', '>', new Date(now - CHARGE_MEMORY_MS))
      .executeTakeFirst();
    if (unfinished?.plan === plan) return unfinished.reference;
    if (unfinished) {
      const message = 'Your operator is still working on your other plan';
      throw new Refusal(409, 'subscription/running', message, { 'Retry-After': '60' });
    }
    const attempt = { plan, reference, started_at: new Date(now) };
    await trx
      .insertInto('charge_attempts')
      .values({ phone, ...attempt })
      .onConflict((conflict) => conflict.column('phone').doUpdateSet(attempt))
      .execute();
    return reference;
  });
}

/** Forgets a charge once its provider has said how it ended. */
export async function endCharge(db: Db, phone: string, reference: string): Promise<void> {
  await db
    .deleteFrom('charge_attempts')
    .where('phone', '=', phone)
    .where('reference', '=', reference)
    .execute();
}
