import { putRenewal } from '../../../contract/endpoints/payments.ts';
import type { RunningPlan } from '../../../contract/payments.ts';
import { formatKobo, type RenewableWay } from '../../../rules/money.ts';
import { playerCall } from '../../../session/player-call.ts';

/** What a renewal takes, in kobo. */
export type Terms = NonNullable<RunningPlan['renewal']>;

const FROM: Readonly<Record<RenewableWay, string>> = { airtime: 'your airtime', card: 'your card' };

const EACH = { daily: 'a day', weekly: 'a week' } as const;

/** `₦100`, by card with its fee. */
export const priceOf = ({ kobo, feeKobo }: Terms) => formatKobo(kobo + feeKobo);

/** `your airtime` */
export const payerOf = ({ way }: Terms) => FROM[way];

/** `₦100 a week` */
export const rateOf = (terms: Terms) => `${priceOf(terms)} ${EACH[terms.plan]}`;

/** What the player wants, with the price that they have said yes to. */
export type Wish = { terms: Terms; isOn: boolean; key: string };

/** Has the plan renew by itself or not; gives the player as that leaves them (flows.md#renewal). */
export async function turnRenewal({ terms, isOn, key }: Wish) {
  const agreed = isOn ? { totalKobo: terms.kobo + terms.feeKobo } : {};
  const { data, meta } = await playerCall(putRenewal, { body: { isOn, ...agreed }, key });
  return { user: data.user, token: meta?.token ?? null };
}
