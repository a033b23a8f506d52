import { type User, userReplySchema } from '../contract/user.ts';
import { call } from '../lib/http.ts';

/**
 * Asks whether the operator bills this player (accounts §7). It never charges; a period that the
 * operator reports is credited once (decision 52).
 * @throws ApiError with the operator's 'no', NetworkError without an answer
 */
export async function verifySubscription(
  phone: string,
  token: string,
  key: string = crypto.randomUUID(),
): Promise<{ user: User; token: string | null }> {
  const { data, meta } = await call({
    method: 'get',
    path: `payments/subscription/airtime/verify/${encodeURIComponent(phone)}`,
    reply: userReplySchema,
    credential: { token },
    key,
  });
  return { user: data, token: meta?.token ?? null };
}
