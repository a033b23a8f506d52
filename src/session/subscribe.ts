import * as v from 'valibot';
import { getSubscribe } from '../contract/endpoints/subscriptions.ts';
import { userSchema } from '../contract/user.ts';
import { call } from '../lib/http.ts';
import type { Plan } from '../rules/money.ts';
import { playerCall } from './player-call.ts';

/**
 * Buys a plan from airtime, charged once per key; `door` says where the player said yes. Gives the newer user and token if the API brings
 * them (flows.md#subscribe-call). Throws ApiError (the operator's 'no') or NetworkError.
 */
export async function subscribeByAirtime(
  phone: string,
  { plan, key, door }: { plan: Plan; key: string; door: string },
) {
  const { data, meta } = await playerCall(getSubscribe, {
    params: { phone },
    query: { plan, door },
    key,
  });
  const user = v.safeParse(userSchema, data);
  return user.success ? { user: user.output, token: meta?.token ?? null } : null;
}

type Purchase = {
  phone: string;
  plan: Plan;
  /** Of the number's player, where there is one already. */
  token: string | null;
  /** What shows whose number it is, where there is no player yet. */
  proof: string | null;
  key: string;
};

/** For a number whose player is not signed in, or is none yet (flows.md#subscribe-call). */
export async function subscribeNumber({ phone, plan, token, proof, key }: Purchase) {
  await call(getSubscribe, {
    params: { phone },
    query: { plan, ...(proof && { proof }) },
    ...(token && { credential: { token } }),
    key,
  });
}
