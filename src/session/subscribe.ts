import * as v from 'valibot';
import { subscribeReplySchema, userSchema } from '../contract/user.ts';
import type { Plan } from '../rules/money.ts';
import { playerCall } from './player-call.ts';

/**
 * Buys a plan from the player's airtime (accounts §7). It charges once per key.
 * @returns the newer user and token, where the API brings them with its yes
 * @throws ApiError with the operator's 'no', NetworkError without an answer
 */
export async function subscribeByAirtime(phone: string, plan: Plan, key: string) {
  const { data, meta } = await playerCall({
    method: 'get',
    path: `payments/subscribe/airtime/${encodeURIComponent(phone)}`,
    query: { plan },
    reply: subscribeReplySchema,
    key,
  });
  const user = v.safeParse(userSchema, data);
  return user.success ? { user: user.output, token: meta?.token ?? null } : null;
}
