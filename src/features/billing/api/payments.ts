import type { Care } from '../../../contract/care.ts';
import { getPayments, patchCancel } from '../../../contract/endpoints/payments.ts';
import type { Payment, RunningPlan } from '../../../contract/payments.ts';
import { savedQuery } from '../../../offline/query-persister.ts';
import { playerCall } from '../../../session/player-call.ts';
import { billingKey } from './billing-key.ts';

export type Payments = {
  history: Payment[];
  /** The plan that runs, `null` for none; an API that does not tell leaves it out. */
  plan?: RunningPlan | null;
  /** How the player spends with care; an API that does not tell leaves it out. */
  care?: Care;
};

export const paymentsQuery = (playerId: string) =>
  savedQuery({
    queryKey: [...billingKey(playerId), 'payments'],
    queryFn: async ({ signal }): Promise<Payments> => {
      const { data, meta } = await playerCall(getPayments, { signal });
      return {
        history: data,
        ...(meta?.plan !== undefined && { plan: meta.plan }),
        ...(meta?.care && { care: meta.care }),
      };
    },
  });

/** Ends the plan's renewal; gives the player as that leaves them (flows.md#cancelling). */
export async function cancelPlan(key: string) {
  const { data, meta } = await playerCall(patchCancel, { key });
  return { user: data.user, token: meta?.token ?? null };
}
