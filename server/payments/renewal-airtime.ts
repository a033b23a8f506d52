import { noteCharge } from '../accounts/airtime-charges.ts';
import { claimCharge, leaveCharge } from '../accounts/charges.ts';
import { runningPeriod, runningPeriods } from '../accounts/running-periods.ts';
import { takeOverPeriod } from '../accounts/subscriptions.ts';
import { Refusal } from '../http/errors.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import type { Renewal, RenewalOutcome, Renewing } from './renewal-run.ts';

/**
 * Charges a renewal by airtime as a subscribe call would, whose charge it goes on with where that
 * has no known end; what the operator has renewed meanwhile is taken over, not charged again.
 */
export async function renewByAirtime(
  services: Renewing,
  { playerId, phone, plan, kobo, reference }: Renewal,
): Promise<RenewalOutcome> {
  const { db, billing, config, now } = services;
  const claim = await claimCharge(db, { phone, plan, reference }, now());
  if (claim === null) return 'undecided';
  const takeOver = (periods: AirtimePeriod[]) =>
    db.transaction().execute(async (trx) => {
      const prices = config.prices.plans.airtime;
      for (const period of periods) await takeOverPeriod(trx, { phone, period, prices }, now());
    });
  let isOver = claim.isNew;
  try {
    const running = await runningPeriods(services, phone);
    if (running.length > 0) {
      await takeOver(running);
      return 'paid';
    }
    const charge = { reference: claim.reference, phone, playerId, plan, kobo, door: null };
    try {
      await db.transaction().execute((trx) => noteCharge(trx, charge, now()));
    } catch (error) {
      // What is refused here has been asked of nobody, whichever call began it.
      isOver ||= error instanceof Refusal;
      throw error;
    }
    isOver = false;
    const answer = await billing.subscribe(phone, plan, claim.reference);
    const period = runningPeriod(answer, now());
    if (period === null) {
      isOver = answer.outcome !== 'pending';
      return isOver ? 'refused' : 'undecided';
    }
    await takeOver([{ ...period, reference: claim.reference }]);
    isOver = true;
    return 'paid';
  } finally {
    await leaveCharge(db, claim, { isOver });
  }
}
