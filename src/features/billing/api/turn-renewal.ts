import { putRenewal } from '../../../contract/endpoints/payments.ts';
import type { RunningPlan } from '../../../contract/payments.ts';
import { playerCall } from '../../../session/player-call.ts';

/** What the player wants, with the price that they have said yes to. */
type Wish = { terms: NonNullable<RunningPlan['renewal']>; isOn: boolean; key: string };

/** Has the plan renew by itself or not; gives the player as that leaves them (flows.md#renewal). */
export async function turnRenewal({ terms, isOn, key }: Wish) {
  const agreed = isOn ? { totalKobo: terms.kobo + terms.feeKobo } : {};
  const { data, meta } = await playerCall(putRenewal, { body: { isOn, ...agreed }, key });
  return { user: data.user, token: meta?.token ?? null };
}
