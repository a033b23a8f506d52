import {
  CARD_FEE_PER_MILLE,
  KOBO_PER_NAIRA,
  PLAN_NAMES,
  type Product,
  planOf,
  productName,
  type Quote,
  RUSH_TICKET,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import type { Purchase } from '../../subscription/purchase.ts';
import type { Sum } from './sums.tsx';

/** What was chosen, and what it costs by the chosen way. */
export type Order = { product: Product; quote: Quote; door: Purchase['door'] };

export const CARD_FEE_PERCENT = `${CARD_FEE_PER_MILLE / 10}%`;

/** What a payment is for, as the sums say it: `Weekly plan`, `750 coins`, `Millionaire Rush ticket`. */
export function orderName({ product, coins }: Pick<Quote, 'product' | 'coins'>): string {
  const plan = planOf(product);
  return plan ? `${PLAN_NAMES[plan]} plan` : productName(product, coins);
}

/** What it brings: `750 coins`, also of a plan; a ticket. */
export function broughtName({ product, coins }: Pick<Quote, 'product' | 'coins'>): string {
  return product === RUSH_TICKET ? '1 ticket' : `${formatNumber(coins)} coins`;
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
