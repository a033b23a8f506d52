import { getDailyVerify, getWeeklyVerify } from '../contract/endpoints/subscriptions.ts';
import type { User } from '../contract/user.ts';
import { isApiError } from '../lib/errors.ts';
import { call } from '../lib/http.ts';
import { newKey } from '../lib/new-key.ts';

/** The player as the operator's periods leave them, and a token if the reply brought one. */
export type Verified = { user: User; token: string | null };

/**
 * Asks whether the operator bills this player: for a subscription, and where it says no, for a
 * plan bought on demand (accounts §7). It never charges; a period that the operator reports is
 * credited once (decision 52).
 * @throws ApiError with the operator's 'no', NetworkError without an answer
 */
export async function verifySubscription(phone: string, token: string): Promise<Verified> {
  try {
    return await verify(getWeeklyVerify, phone, token);
  } catch (error) {
    const isNo = isApiError(error) && error.status === 200 && error.code !== 'reply/unreadable';
    if (!isNo) throw error;
    return verify(getDailyVerify, phone, token);
  }
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
