import type { Challenge } from '../../contract/user.ts';

/** A code that was sent: where to, and from when on another one can be asked for. */
export type PendingCode = { id: string; phone: string; channel: string; resendAt: number };

/** The code that a challenge waits for, which came `at` epoch milliseconds. */
export function pendingCode(
  { id, channel, resendAfter }: Challenge,
  phone: string,
  at: number,
): PendingCode {
  return { id, channel, phone, resendAt: at + resendAfter * 1000 };
}
