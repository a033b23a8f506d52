import { PLANS } from '../../src/rules/money.ts';
import type { AirtimeAnswer, AirtimePeriod } from '../providers/airtime-billing.ts';
import type { Services } from '../services.ts';

/** The periods that the operator reports for a number, of either plan. */
export async function runningPeriods(
  { billing, now }: Pick<Services, 'billing' | 'now'>,
  phone: string,
): Promise<AirtimePeriod[]> {
  const answers = await Promise.all(PLANS.map((plan) => billing.verify(phone, plan)));
  return answers.flatMap((answer) => runningPeriod(answer, now()) ?? []);
}

export function runningPeriod(answer: AirtimeAnswer, now: number): AirtimePeriod | null {
  return answer.outcome === 'active' && answer.period.endsAt > now ? answer.period : null;
}
