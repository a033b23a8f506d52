import { subscribeReplySchema } from '../contract/user.ts';
import type { Plan } from '../rules/money.ts';
import { playerCall } from './player-call.ts';

/**
 * Buys a plan from the player's airtime (accounts §7). It charges once per key.
 * @throws ApiError with the operator's 'no', NetworkError without an answer
 */
export async function subscribeByAirtime(phone: string, plan: Plan, key: string): Promise<void> {
  await playerCall({
    method: 'get',
    path: `payments/subscribe/airtime/${encodeURIComponent(phone)}`,
    query: { plan },
    reply: subscribeReplySchema,
    key,
  });
}
