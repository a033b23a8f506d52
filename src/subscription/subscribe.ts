import * as v from 'valibot';
import {
  getDailyVerify,
  getSubscribe,
  getWeeklyVerify,
} from '../contract/endpoints/subscriptions.ts';
import { type User, userSchema } from '../contract/user.ts';
import { isApiError, isStillCharging } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { newKey } from '../lib/new-key.ts';
import type { Plan } from '../rules/money.ts';
import { playerCall } from '../session/player-call.ts';
import type { Purchase } from './asked-plan.ts';

/**
 * Buys a plan from airtime, charged once for each key. The player agreed at `door` to the price `kobo`. Gives
 * the newer user and token if the API sends them (subscription.md#subscribe-call). Throws ApiError (the
 * operator's 'no', or another price) or NetworkError.
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
  /** The token of the number's player, where there is one already. */
  token: string | null;
  /** Proves whose number it is, where there is no player yet. */
  proof: string | null;
  key: string;
  /** The price that was shown. */
  kobo: number;
};

/**
 * Buys a plan for a number whose player is not signed in or does not exist yet
 * (subscription.md#subscribe-call).
 */
export async function subscribeNumber({ phone, plan, token, proof, key, kobo }: FirstPlan) {
  await call(getSubscribe, {
    params: { phone },
    query: { plan, door: 'sign-up', kobo: `${kobo}`, ...(proof && { proof }) },
    ...(token && { credential: { token } }),
    key,
  });
}

type Verified = { user: User; token: string | null };

/**
 * The calls that verify the two plans (subscription.md#verify-calls): a subscription, and a plan that is
 * bought on demand.
 */
const VERIFY_CALLS = [getWeeklyVerify, getDailyVerify] as const;

/**
 * Asks the operator for both plans in turn, because each call credits the periods of its own plan, once. It
 * never charges. Gives the newest user and token of a yes. Throws ApiError if the operator says no to both,
 * and otherwise the failed call's error (ApiError or NetworkError).
 */
export async function verifySubscription(phone: string, token: string): Promise<Verified> {
  const yes: Verified[] = [];
  const failures: unknown[] = [];
  for (const endpoint of VERIFY_CALLS) {
    try {
      yes.push(await verify(endpoint, phone, yes[0]?.token ?? token));
    } catch (error) {
      failures.push(error);
    }
  }
  const newest = yes.at(-1);
  // After a failed call it is unknown whether a plan runs, even if the other call said no.
  if (!newest) throw weightiest(failures);
  return { user: newest.user, token: newest.token ?? yes[0]?.token ?? null };
}

/**
 * Picks the more important of two failures: a failed call, then a charge that still runs, then a refused
 * charge.
 */
function weightiest(failures: unknown[]): unknown {
  return (
    failures.find((failure) => !isNo(failure)) ??
    failures.find(isStillCharging) ??
    failures.find((failure) => isApiError(failure, 'subscription/refused')) ??
    failures[0]
  );
}

/**
 * Checks whether the operator bills this number at all. It asks for the second plan only if the first does
 * not run. Throws ApiError with the operator's 'no', and NetworkError without an answer.
 */
export async function confirmSubscription(phone: string, token: string): Promise<Verified> {
  const [first, second] = VERIFY_CALLS;
  try {
    return await verify(first, phone, token);
  } catch (error) {
    if (!isNo(error)) throw error;
    return verify(second, phone, token);
  }
}

function isNo(error: unknown): boolean {
  return isApiError(error) && error.status === 200 && error.code !== 'reply/unreadable';
}

async function verify(
  endpoint: typeof getWeeklyVerify | typeof getDailyVerify,
  phone: string,
  token: string,
): Promise<Verified> {
  const { data, meta } = await call(endpoint, {
    params: { phone },
    credential: { token },
    key: newKey(),
  });
  return { user: data, token: meta?.token ?? null };
}
