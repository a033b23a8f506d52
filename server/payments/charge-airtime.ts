import { type AgreedCharge, noteCharge } from '../accounts/airtime-charges.ts';
import { joinCharge, leaveCharge } from '../accounts/charges.ts';
import { runningPeriod, runningPeriods } from '../accounts/running-periods.ts';
import { Refusal } from '../http/errors.ts';
import type { AirtimeAnswer, AirtimePeriod } from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';

type Charging = Pick<Services, 'db' | 'billing' | 'now'>;

/**
 * Charges a number for a plan by airtime, or goes on with a charge of it that has no known end; what
 * runs at the operator already is taken over, not charged again. Gives `paid` once the periods are
 * taken over, the operator's answer where no period runs by it, `null` for a number without an account
 * that has a plan running. Throws what `joinCharge` and `noteCharge` throw, ProviderError.
 */
export async function chargeAirtime(
  services: Charging,
  agreed: AgreedCharge,
  takeOver: (periods: AirtimePeriod[]) => Promise<unknown>,
): Promise<'paid' | AirtimeAnswer | null> {
  const { db, billing, now } = services;
  const { phone, plan } = agreed;
  const part = await joinCharge(db, agreed, now());
  if (part === null) return null;
  const { reference } = part;
  // Until the operator is asked for it, a charge that this call began is none.
  let isOver = part.isNew;
  try {
    // A plan renewed by the operator, or paid for elsewhere, is not known here yet.
    const running = await runningPeriods(services, phone);
    if (running.length > 0) {
      await takeOver(running);
      return 'paid';
    }
    try {
      await db.transaction().execute((trx) => noteCharge(trx, { ...agreed, reference }, now()));
    } catch (error) {
      // What is refused here has been asked of nobody, whichever call began it.
      isOver ||= error instanceof Refusal;
      throw error;
    }
    isOver = false;
    const answer = await billing.subscribe(phone, plan, reference);
    const period = runningPeriod(answer, now());
    if (period === null) {
      isOver = answer.outcome !== 'pending';
      return answer;
    }
    // The operator may know it by a reference of its own: its price and its yes are under ours.
    await takeOver([{ ...period, reference }]);
    isOver = true;
    return 'paid';
  } finally {
    await leaveCharge(db, part, { isOver });
  }
}
