import {
  CARD_FEE_PER_MILLE,
  KOBO_PER_NAIRA,
  PLAN_NAMES,
  type Product,
  planOf,
  type Quote,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import type { Purchase } from '../../session/purchase.ts';
import type { Sum } from './sums.tsx';

/** What was chosen, and what it costs by the chosen way. */
export type Order = { product: Product; quote: Quote; door: Purchase['door'] };

export const CARD_FEE_PERCENT = `${CARD_FEE_PER_MILLE / 10}%`;

/** What a payment is for, as the sums say it: `Weekly plan`, `750 coins`. */
export function orderName({ plan, coins }: Pick<Quote, 'plan' | 'coins'>): string {
  return plan ? `${PLAN_NAMES[plan]} plan` : `${formatNumber(coins)} coins`;
}

/** The same of a payment that was begun. */
export function paymentName({ product, coins }: { product: Product; coins: number }): string {
  return orderName({ plan: planOf(product), coins });
}

/** What a card payment takes: the price and the fee. */
export function cardSums(quote: Quote): Sum[] {
  return [
    [orderName(quote), quote.kobo],
    [`Card fee ${CARD_FEE_PERCENT}`, quote.feeKobo],
  ];
}

/** `₦101.50`, `₦100.00`: sums stand below each other, kobo under kobo. */
export function exactNaira(kobo: number): string {
  return `₦${formatNumber(kobo / KOBO_PER_NAIRA, 2)}`;
}
