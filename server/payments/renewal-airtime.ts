import { takeOverPeriod } from '../accounts/subscriptions.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import { chargeAirtime } from './charge-airtime.ts';
import type { Renewal, RenewalOutcome, Renewing } from './renewal-run.ts';

/**
 * Charges a renewal by airtime as a subscribe call would, whose charge it goes on with where that
 * has no known end; what the operator has renewed meanwhile is taken over, not charged again.
 */
export async function renewByAirtime(
  services: Renewing,
  { playerId, phone, plan, kobo, reference }: Renewal,
): Promise<RenewalOutcome> {
  const { db, config, now } = services;
  const takeOver = (periods: AirtimePeriod[]) =>
    db.transaction().execute(async (trx) => {
      const prices = config.prices.plans.airtime;
      for (const period of periods) await takeOverPeriod(trx, { phone, period, prices }, now());
    });
  const agreed = { reference, phone, playerId, plan, kobo, door: null };
  const charged = await chargeAirtime(services, agreed, takeOver);
  if (charged === 'paid') return 'paid';
  return charged === null || charged.outcome === 'pending' ? 'undecided' : 'refused';
}
