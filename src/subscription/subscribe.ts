import * as v from 'valibot';
import { getSubscribe } from '../contract/endpoints/subscriptions.ts';
import { userSchema } from '../contract/user.ts';
import { call } from '../lib/http.ts';
import type { Plan } from '../rules/money.ts';
import { playerCall } from '../session/player-call.ts';
import type { Purchase } from './purchase.ts';

/**
 * Buys a plan from airtime, charged once per key; `door` says where the player said yes, `kobo` to
 * which price. Gives the newer user and token if the API brings them (flows.md#subscribe-call).
 * Throws ApiError (the operator's 'no', or another price) or NetworkError.
 */
export async function subscribeByAirtime(
  phone: string,
  { plan, key, door, kobo }: { plan: Plan; key: string; door: Purchase['door']; kobo: number },
) {
  const { data, meta } = await playerCall(getSubscribe, {
    params: { phone },
    query: { plan, door, kobo: `${kobo}` },
    key,
  });
  const user = v.safeParse(userSchema, data);
  return user.success ? { user: user.output, token: meta?.token ?? null } : null;
}

type FirstPlan = {
  phone: string;
  plan: Plan;
  /** Of the number's player, where there is one already. */
  token: string | null;
  /** What shows whose number it is, where there is no player yet. */
  proof: string | null;
  key: string;
  /** The price that was shown. */
  kobo: number;
};

/** For a number whose player is not signed in, or is none yet (flows.md#subscribe-call). */
export async function subscribeNumber({ phone, plan, token, proof, key, kobo }: FirstPlan) {
  await call(getSubscribe, {
    params: { phone },
    query: { plan, door: 'sign-up', kobo: `${kobo}`, ...(proof && { proof }) },
    ...(token && { credential: { token } }),
    key,
  });
}
