import { MINUTE_MS } from '../../src/rules/calendar.ts';
import { doiWaitSeconds } from '../../src/rules/doi.ts';
import {
  MOBILE_MONEY_MIN_NAIRA,
  nairaToKobo,
  PLANS,
  type Platform,
  type Product,
  quoteOf,
  RUSH_TICKET,
} from '../../src/rules/money.ts';
import { isActive, lockPlayer } from '../accounts/players.ts';
import { isSameText } from '../crypto/hash.ts';
import type { Db, PaymentState, Trx } from '../database/tables.ts';
import { tooOften } from '../http/limits.ts';
import { Refusal } from '../http/serve.ts';
import { refuseTicketSale } from '../plans/spending-limits.ts';
import {
  type AddedCharges,
  type FoundWallet,
  UNABLE_TO_COMPLETE,
} from '../providers/mobile-money.ts';
import { ProviderError } from '../providers/provider-http.ts';
import type { Services } from '../services.ts';
import { expectPayment, failPayment, settlePayment } from './purchase.ts';
import { countNumber, countPrompt } from './wallet-limits.ts';

type CollectionServices = Pick<
  Services,
  'config' | 'db' | 'mobileMoney' | 'reserve' | 'sign' | 'now'
>;

/**
 * An order as the player's phone sends it, which the wallet's owner is asked to pay. Amounts are in naira.
 */
type Order = {
  playerId: number;
  reference: string;
  msisdn: string;
  /** The handle of the wallet. */
  accountId: string;
  amount: number;
  operatorCharge: number;
  serviceCharge: number;
  totalAmount: number;
  /** If the phone names no product, the amount decides. */
  product?: Product | undefined;
  door: string;
};

/**
 * Finds a mobile-money payment by its reference; `null` if there is none, or if `playerId` is another player.
 */
export async function findCollection(db: Db, reference: string, playerId?: number) {
  const found = await db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', reference)
    .where('way', '=', 'mobile-money')
    .$if(playerId !== undefined, (query) => query.where('player_id', '=', Number(playerId)))
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Stores a payment, then has its wallet's owner prompted, once for each reference however often the call is
 * sent. The amounts must be those that the service asks now. Throws Refusal (422 for an amount, 409
 * `payment/mismatch`, `payment/reference-taken`, `rush/closed`, `subscription/active`, 429). Throws
 * ProviderError if nobody knows whether the prompt was sent; the payment then stays pending until it is asked
 * about.
 */
export async function startCollection(
  services: CollectionServices,
  order: Order,
): Promise<'queued' | 'refused'> {
  const { db, mobileMoney, now } = services;
  const { reference, msisdn } = order;
  requireAmount(order.amount);
  const noted = await findOwn(db, order);
  if (noted && noted.state !== 'pending') return noted.state === 'refused' ? 'refused' : 'queued';
  if (noted && (await mobileMoney.status(reference)).status !== 'unknown') return 'queued';
  if (order.product === RUSH_TICKET) await refuseTicketSale(db, services, order.playerId);
  const wallet = await openWallet(services, order, order.accountId);
  requireLeast(wallet.platform, order.amount);
  const bill = await billOf(services, order);
  const isNew = await db.transaction().execute((trx) => note(trx, services, order, bill));
  const { accountId, names } = wallet;
  const sent = { reference, msisdn, accountId, name: names.join(' '), ...bill };
  if ((await mobileMoney.pay(sent)) === 'queued') return 'queued';
  // If this call is a repeat, a refusal says nothing about the prompt of the first call.
  if (!isNew) throw new ProviderError('mobile-money/unavailable', UNABLE_TO_COMPLETE, undefined);
  await failPayment(db, reference, 'refused', now());
  return 'refused';
}

type Bill = AddedCharges & { product: Product; coins: number; kobo: number };

/** Gives the product and costs of an order. Throws Refusal 422 `product/unknown`, 409 `payment/mismatch`. */
async function billOf(services: CollectionServices, order: Order): Promise<Bill> {
  const product = order.product ?? (await productFor(services, order));
  const quote = quoteOf(services.config.prices, 'mobile-money', product);
  if (quote === null) throw new Refusal(422, 'product/unknown', 'This is not on offer');
  const { coins, kobo } = quote;
  const { operatorKobo, serviceKobo } = await services.mobileMoney.charges(order.msisdn, kobo);
  const agreed = [order.amount, order.operatorCharge, order.serviceCharge, order.totalAmount];
  const asked = [kobo, operatorKobo, serviceKobo, kobo + operatorKobo + serviceKobo];
  if (agreed.some((naira, index) => nairaToKobo(naira) !== asked[index])) {
    throw mismatch('The price has changed. Please look at it again.');
  }
  return { product, coins, kobo, operatorKobo, serviceKobo };
}

/**
 * Stores the payment of an order. Gives whether the order is new: if a call was sent twice, the later call
 * finds the payment stored.
 */
async function note(
  trx: Trx,
  services: CollectionServices,
  order: Order,
  bill: Bill,
): Promise<boolean> {
  const { playerId, reference, msisdn: payer, accountId: handle, door } = order;
  const { operatorKobo, serviceKobo, ...bought } = bill;
  await lockPlayer(trx, playerId);
  if ((await findOwn(trx, order)) !== null) return false;
  await countPrompt(trx, services, payer);
  const { phone } = await trx
    .selectFrom('players')
    .select('phone')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  const whose = { reference, playerId, phone, payer, handle, door, way: 'mobile-money' } as const;
  const at = services.now();
  await expectPayment(trx, { ...whose, ...bought, feeKobo: operatorKobo + serviceKobo }, at);
  await trx
    .updateTable('payments')
    .set({ prompts: 1, prompted_at: new Date(at) })
    .where('reference', '=', reference)
    .execute();
  return true;
}

/**
 * The payment, if this same order has stored it before. Throws Refusal 409 if the reference belongs to
 * another order.
 */
async function findOwn(db: Db, order: Order) {
  const noted = await db
    .selectFrom('payments')
    .selectAll()
    .where('reference', '=', order.reference)
    .executeTakeFirst();
  if (!noted) return null;
  const isSame =
    noted.player_id === order.playerId &&
    noted.payer === order.msisdn &&
    noted.handle === order.accountId &&
    noted.kobo === nairaToKobo(order.amount) &&
    noted.kobo + noted.fee_kobo === nairaToKobo(order.totalAmount) &&
    (order.product === undefined || noted.product === order.product);
  if (isSame) return noted;
  throw new Refusal(409, 'payment/reference-taken', 'This payment has been made already');
}

/** The product if the phone names none, by the amount in naira: a plan, or coins while a plan runs. */
async function productFor({ config, db, now }: CollectionServices, order: Order): Promise<Product> {
  const prices = config.prices.plans['mobile-money'];
  const plan = PLANS.find((one) => prices[one] === order.amount);
  const isRunning = plan === undefined || (await isActive(db, order.playerId, now()));
  return isRunning ? `coins-${order.amount}` : `plan-${plan}`;
}

type AskingServices = Pick<Services, 'db' | 'mobileMoney' | 'now'>;

/** A payment that the service still does not know after this time has never reached the service. */
const UNKNOWN_AFTER_MS = 15 * MINUTE_MS;

/**
 * The service is asked about payments in these states. It may have taken money for a payment that it had
 * refused.
 */
const OPEN: readonly PaymentState[] = ['pending', 'failed', 'refused'];

/**
 * Asks the service for a payment's state, and credits or fails the payment by the answer, once. Gives the
 * payment's new state; `null` if it is no mobile-money payment. Throws ProviderError if the service does not
 * answer; nothing has changed then.
 */
export async function askCollection(
  { db, mobileMoney, now }: AskingServices,
  reference: string,
): Promise<PaymentState | null> {
  const payment = await findCollection(db, reference);
  if (payment === null || !OPEN.includes(payment.state)) return payment?.state ?? null;
  const answer = await mobileMoney.status(reference);
  if (answer.status === 'success') {
    const taken = { reference, kobo: answer.kobo, currency: 'NGN', way: 'mobile-money' as const };
    await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
  } else if (
    answer.status === 'failed' ||
    (answer.status === 'unknown' && now() - payment.created_at.getTime() > UNKNOWN_AFTER_MS)
  ) {
    await failPayment(db, reference, 'failed', now());
  } else {
    await db
      .updateTable('payments')
      .set({ asked_at: new Date(now()) })
      .where('reference', '=', reference)
      .where('state', '=', 'pending')
      .execute();
  }
  return (await findCollection(db, reference))?.state ?? null;
}

type WalletServices = Pick<Services, 'db' | 'mobileMoney' | 'sign' | 'now'>;

/** A number as the player typed it, and the player who asks about it. */
type AskedNumber = { playerId: number; msisdn: string };

/**
 * Finds the wallet of a number; `null` if it has none. Throws Refusal 429 `rate/limited` if the player has
 * asked about too many numbers, and ProviderError.
 */
export async function findWallet(
  services: WalletServices,
  { playerId, msisdn }: AskedNumber,
): Promise<FoundWallet | null> {
  await countNumber(services, playerId, msisdn);
  return services.mobileMoney.search(msisdn);
}

/**
 * A handle that stands for a wallet's account in calls. It is valid only for this player, number and account.
 */
function handleOf(
  sign: Services['sign'],
  { playerId, msisdn }: AskedNumber,
  { accountId }: FoundWallet,
): string {
  return sign('wallet', `${playerId} ${msisdn} ${accountId}`);
}

/** The wallet behind a handle. Throws Refusal 409 `payment/mismatch` for any other handle. */
async function openWallet(
  services: WalletServices,
  asked: AskedNumber,
  handle: string,
): Promise<FoundWallet> {
  const wallet = await findWallet(services, asked);
  if (wallet === null || !isSameText(handleOf(services.sign, asked, wallet), handle)) {
    throw mismatch('Look the number up again, please');
  }
  return wallet;
}

/** A wallet as a player may see it: a name such as 'Ada O.', and a handle instead of the account. */
export function showWallet(sign: Services['sign'], asked: AskedNumber, wallet: FoundWallet) {
  const [first = ''] = wallet.names;
  const last = wallet.names.slice(1).at(-1);
  const [initial] = last ?? '';
  return {
    firstName: first,
    middleName: null,
    lastName: initial === undefined ? null : `${initial.toUpperCase()}.`,
    msisdn: asked.msisdn,
    accountId: handleOf(sign, asked, wallet),
    platform: wallet.platform,
  };
}

/**
 * Refuses an amount in naira that a platform does not take: 422 `request/invalid` for 0,
 * `mobile-money/too-little` below the minimum.
 */
export function requireLeast(platform: Platform, naira: number): void {
  requireAmount(naira);
  const least = MOBILE_MONEY_MIN_NAIRA[platform];
  if (naira >= least) return;
  throw new Refusal(422, 'mobile-money/too-little', `the minimum amount is ₦${least}`);
}

export function requireAmount(naira: number): void {
  if (naira === 0) throw new Refusal(422, 'request/invalid', 'Input amount');
}

export function mismatch(message: string): Refusal {
  return new Refusal(409, 'payment/mismatch', message);
}

type ResendServices = Pick<Services, 'db' | 'mobileMoney' | 'sign' | 'now'>;

/**
 * Sends the prompt of a player's pending payment once more. Gives `ended` if the payment is no longer
 * pending, `refused` if the service does not send the prompt. Throws Refusal 404 `payment/unknown`, 429
 * `rate/limited` if the last prompt is too recent, and ProviderError.
 */
export async function resendDoi(
  services: ResendServices,
  { reference, playerId }: { reference: string; playerId: number },
): Promise<'sent' | 'refused' | 'ended'> {
  const { db, mobileMoney, now } = services;
  const at = now();
  const before = await db.transaction().execute(async (trx) => {
    const payment = await trx
      .selectFrom('payments')
      .selectAll()
      .where('reference', '=', reference)
      .where('player_id', '=', playerId)
      .where('way', '=', 'mobile-money')
      .forUpdate()
      .executeTakeFirst();
    if (!payment) throw unknownPayment();
    const { state, payer, prompts, prompted_at: promptedAt } = payment;
    if (state !== 'pending' || payer === null || promptedAt === null) return null;
    const seconds = secondsLeft(prompts, promptedAt, at);
    if (seconds > 0) throw tooOften(seconds, `You can send it again in ${seconds} s`);
    await countPrompt(trx, services, payer);
    await trx
      .updateTable('payments')
      .set({ prompts: prompts + 1, prompted_at: new Date(at) })
      .where('reference', '=', reference)
      .execute();
    return { prompts, promptedAt };
  });
  if (before === null) return 'ended';
  const answer = await mobileMoney.sendDoi(reference);
  if (answer === 'refused') {
    // No prompt was sent, so the player need not wait before the next try.
    await db
      .updateTable('payments')
      .set({ prompts: before.prompts, prompted_at: before.promptedAt })
      .where('reference', '=', reference)
      .where('prompts', '=', before.prompts + 1)
      .execute();
  }
  return answer;
}

/** Seconds until a payment's prompt can be sent again: 0 if it can be sent now, `null` if never. */
export async function resendAfter(
  { db, now }: Pick<Services, 'db' | 'now'>,
  reference: string,
): Promise<number | null> {
  const payment = await db
    .selectFrom('payments')
    .select(['prompts', 'prompted_at'])
    .where('reference', '=', reference)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  if (!payment?.prompted_at) return null;
  return Math.max(0, secondsLeft(payment.prompts, payment.prompted_at, now()));
}

function secondsLeft(prompts: number, promptedAt: Date, now: number): number {
  return Math.ceil((promptedAt.getTime() - now) / 1000 + doiWaitSeconds(prompts));
}

export function unknownPayment(): Refusal {
  return new Refusal(404, 'payment/unknown', 'There is no such payment');
}
