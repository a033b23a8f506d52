import type { ComponentProps } from 'react';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { PricedRow, pricedRow } from '../../components/rows.tsx';
import { env } from '../../config/env.ts';
import { getCardVerify } from '../../contract/endpoints/payments.ts';
import { getBuyTicket } from '../../contract/endpoints/tickets.ts';
import { postFundWallet } from '../../contract/endpoints/webhooks.ts';
import { getCollection } from '../../contract/mobile-money.ts';
import { isApiError, isUndecided } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
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
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import { forgetAskedPlan, type Purchase } from '../../subscription/asked-plan.ts';
import { checkSubscription } from '../../subscription/check.ts';
import styles from './order.module.css';
import { forgetPending, type PendingPayment } from './pending-payment.ts';

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

/** A line of what a payment takes, in kobo. */
type Sum = readonly [name: string, kobo: number];

/** What a payment takes, line by line; the total below where there is more than one. */
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

/** Bytes from here on would make some letters likelier than others. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

/** What a payment is known by: `FOM-` and 18 random letters or digits (payments.md#card-payment). */
export function newReference(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = FAIR_BELOW] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BELOW) code += LETTERS[byte % LETTERS.length];
  }
  return `FOM-${code}`;
}

const NOT_OFFERED = 'You cannot pay this way now. Please choose another.';

/** The server's own words where it gave a reason for its 'no', else these. */
export function saidBy(error: unknown, otherwise: string): string {
  // It was on offer when the sheet was opened.
  if (isApiError(error, 'route/unknown')) return NOT_OFFERED;
  const hasReason =
    isApiError(error) &&
    error.status < 500 &&
    error.status !== 404 &&
    error.code !== 'reply/unreadable' &&
    error.code !== 'unknown';
  return hasReason ? error.message : otherwise;
}

/** The server's words where it has refused for good, whoever asks again; `null` where it has not. */
export function refusalOf(error: unknown): string | null {
  // Without a token the player is signed out, and told so; a missing call says nothing of a payment.
  const says = isApiError(error) && error.status > 401 && error.status !== 404;
  const isFinal = says && !isUndecided(error);
  return isFinal ? saidBy(error, '') || null : null;
}

/** The newest word on a payment takes the place of the one before: together they cover its dialog. */
export const IN_PLACE = { id: 'payment' };

/**
 * How a payment ended; `unknown`: the server never heard of it, so nothing was charged; `unseen`: an
 * API that cannot tell has been given the hint, and this phone learns no more.
 */
export type PaymentEnd = 'paid' | 'failed' | 'unknown' | 'unseen';

/**
 * Asks the server, and it the provider, how a payment ended; `open` while it has not. Once paid, the
 * newer player is taken over. What has ended no longer waits on this phone, but for what is unseen:
 * its player says when. Throws ApiError, NetworkError.
 */
export async function askPayment(payment: PendingPayment): Promise<PaymentEnd | 'open'> {
  const end = await (payment.way === 'card' ? askCard(payment) : askCollection(payment));
  if (end !== 'open' && end !== 'unseen') forgetPending(payment.reference);
  if (end === 'paid' && planOf(payment.product)) forgetAskedPlan();
  return end;
}

async function askCard(payment: PendingPayment): Promise<PaymentEnd | 'open'> {
  try {
    const { data, meta } = await verifyCard(payment);
    refreshPlayer(data.user, meta?.token);
    return 'paid';
  } catch (error) {
    if (isApiError(error, 'payment/pending')) return 'open';
    if (isApiError(error, 'payment/failed')) return 'failed';
    return unknownOr(error);
  }
}

/** A ticket has a call of its own. */
function verifyCard({ product, reference, totalKobo }: PendingPayment) {
  if (product !== RUSH_TICKET) return playerCall(getCardVerify, { params: { reference } });
  const params = { amount: `${totalKobo}`, reference };
  return playerCall(getBuyTicket, { params, key: newKey() });
}

async function askCollection(payment: PendingPayment): Promise<PaymentEnd | 'open'> {
  const params = { reference: payment.reference };
  try {
    const { data, meta } = await playerCall(getCollection, { params });
    if (data.status !== 'success') return data.status === 'failed' ? 'failed' : 'open';
    if (data.user) refreshPlayer(data.user, meta?.token);
    else checkSubscription();
    return 'paid';
  } catch (error) {
    return lacksCall(error) ? giveHint(payment) : unknownOr(error);
  }
}

/** Whether an API knows only the specification's calls. One with our additions has this call: a 404 of a proxy passes. */
const lacksCall = (error: unknown) =>
  !env.hasAdditions &&
  isApiError(error) &&
  [404, 405, 501].includes(error.status) &&
  error.code !== 'payment/unknown' &&
  error.code !== 'route/unknown';

/**
 * Has such an API look (payments.md#an-api-without-the-status-call), with the status that it answered 'Pay' with. Its answer
 * says nothing of the payment; without one this throws, and the next question gives the hint again.
 */
async function giveHint({ reference, kobo, answered }: PendingPayment): Promise<'unseen'> {
  const body = { reference, amount: kobo / KOBO_PER_NAIRA, status: answered };
  try {
    await playerCall(postFundWallet, { body });
  } catch (error) {
    // A 'no' is an answer; what a hotspot puts in its place is none.
    const isAnswer = isApiError(error) && error.status !== 401 && !isUndecided(error);
    if (!isAnswer && !lacksCall(error)) throw error;
  }
  // What the coins have come to shows the player.
  void checkSubscription();
  return 'unseen';
}

/** An API without the call has another 404, which tells nothing of the payment. */
function unknownOr(error: unknown): 'unknown' {
  if (isApiError(error, 'payment/unknown')) return 'unknown';
  throw error;
}

type RadioRowProps = ComponentProps<typeof PricedRow> & {
  group: string;
  isChosen: boolean;
  onChoose: () => void;
};

/** One of several ways or packs, with its price: a radio button as large as its row. */
export function RadioRow({ group, isChosen, onChoose, ...offer }: RadioRowProps) {
  return (
    <label className={cx(pricedRow, styles.row, isChosen && styles.chosen)}>
      <input type="radio" name={group} className="vh" checked={isChosen} onChange={onChoose} />
      <PricedRow {...offer} />
      <span className={styles.mark}>{isChosen && <Icon name="check" size={16} />}</span>
    </label>
  );
}
