import { isApiError, isUndecided } from '../../lib/errors.ts';
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
import type { Purchase } from '../../subscription/asked-plan.ts';
import styles from './order.module.css';

/** The product that was chosen, and its price by the chosen way to pay. */
export type Order = { product: Product; quote: Quote; door: Purchase['door'] };

export const CARD_FEE_PERCENT = `${CARD_FEE_PER_MILLE / 10}%`;

/** What a payment is for, as the sums say it: `Weekly plan`, `750 coins`, `Millionaire Rush ticket`. */
export function orderName({ product, coins }: Pick<Quote, 'product' | 'coins'>): string {
  const plan = planOf(product);
  return plan ? `${PLAN_NAMES[plan]} plan` : productName(product, coins);
}

/** What a product brings: `750 coins`, also for a plan, or `1 ticket`. */
export function broughtName({ product, coins }: Pick<Quote, 'product' | 'coins'>): string {
  return product === RUSH_TICKET ? '1 ticket' : `${formatNumber(coins)} coins`;
}

/** The sums of a card payment: the price and the fee. */
export function cardSums(quote: Quote): Sum[] {
  return [
    [orderName(quote), quote.kobo],
    [`Card fee ${CARD_FEE_PERCENT}`, quote.feeKobo],
  ];
}

/** Writes kobo with two decimals, such as `₦101.50` or `₦100.00`, because sums are shown below each other. */
export function exactNaira(kobo: number): string {
  return `₦${formatNumber(kobo / KOBO_PER_NAIRA, 2)}`;
}

/** A line of a payment's sums, in kobo. */
type Sum = readonly [name: string, kobo: number];

/** Shows a payment's sums line by line, with the total below if there is more than one line. */
export function Sums({ rows }: { rows: readonly Sum[] }) {
  const total = rows.reduce((sum, [, kobo]) => sum + kobo, 0);
  return (
    <ul className={styles.sums}>
      {rows.map(([name, kobo]) => (
        <li key={name}>
          <span>{name}</span> <span translate="no">{exactNaira(kobo)}</span>
        </li>
      ))}
      {rows.length > 1 && (
        <li className={styles.total}>
          <span>Total</span> <span translate="no">{exactNaira(total)}</span>
        </li>
      )}
    </ul>
  );
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 18;

/** A byte from this value on is not used, because it would make some letters likelier than others. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

/** A new payment's reference: `FOM-` and 18 random letters or digits (payments.md#card-payment). */
export function newReference(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = FAIR_BELOW] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BELOW) code += LETTERS[byte % LETTERS.length];
  }
  return `FOM-${code}`;
}

const NOT_OFFERED = 'You cannot pay this way now. Please choose another.';

/** Gives the server's own words if it gave a reason for its 'no', else the words of `otherwise`. */
export function saidBy(error: unknown, otherwise: string): string {
  // This way to pay was offered when the sheet was opened, but is not offered any more.
  if (isApiError(error, 'route/unknown')) return NOT_OFFERED;
  const hasReason =
    isApiError(error) &&
    error.status < 500 &&
    error.status !== 404 &&
    error.code !== 'reply/unreadable' &&
    error.code !== 'unknown';
  return hasReason ? error.message : otherwise;
}

/** Gives the server's words if it has refused for good, whoever asks again, else `null`. */
export function refusalOf(error: unknown): string | null {
  // A player without a token is signed out with a message of its own. A missing call says nothing about a
  // payment.
  const says = isApiError(error) && error.status > 401 && error.status !== 404;
  const isFinal = says && !isUndecided(error);
  return isFinal ? saidBy(error, '') || null : null;
}

/**
 * The newest message about a payment replaces the one before, because several messages would cover its
 * dialog.
 */
export const IN_PLACE = { id: 'payment' };
