import type { RunningPlan } from '../../../contract/payments.ts';
import { formatKobo, type RenewableWay } from '../../../rules/money.ts';

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
