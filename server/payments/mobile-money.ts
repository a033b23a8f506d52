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

/** A player's order, as the phone sends it, that the wallet's owner is to pay; figures in naira. */
type Order = {
  playerId: number;
  reference: string;
  msisdn: string;
  /** The wallet's handle. */
  accountId: string;
  amount: number;
  operatorCharge: number;
  serviceCharge: number;
  totalAmount: number;
  /** If the phone names no product, the amount decides. */
  product?: Product | undefined;
  door: string;
};

/** A mobile-money payment by its reference, of this player where one is given; else `null`. */
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
 * Notes a payment, then has its wallet's owner prompted, once for its reference however often it is
 * asked for. The figures must be those that the service names now. Throws Refusal (422 for an amount,
 * 409 `payment/mismatch`, `payment/reference-taken`, `rush/closed`, `subscription/active`, 429), and ProviderError
 * where nobody knows whether the prompt was sent: the payment then waits for its end.
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
  // A refusal of a repeated sending says nothing about the first one.
  if (!isNew) throw new ProviderError('mobile-money/unavailable', UNABLE_TO_COMPLETE, undefined);
  await failPayment(db, reference, 'refused', now());
  return 'refused';
}

type Bill = AddedCharges & { product: Product; coins: number; kobo: number };

/** The product and costs of an order. Throws Refusal 422 `product/unknown`, 409 `payment/mismatch`. */
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

/** Gives whether an order is new: if a call was sent twice, the later one finds it noted. */
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

/** The same payment as it was noted before, if it was. Throws Refusal 409 for another one's. */
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

/** The product of an amount in naira where the phone names none: a plan, or coins while a plan runs. */
async function productFor({ config, db, now }: CollectionServices, order: Order): Promise<Product> {
  const prices = config.prices.plans['mobile-money'];
  const plan = PLANS.find((one) => prices[one] === order.amount);
  const isRunning = plan === undefined || (await isActive(db, order.playerId, now()));
  return isRunning ? `coins-${order.amount}` : `plan-${plan}`;
}

type AskingServices = Pick<Services, 'db' | 'mobileMoney' | 'now'>;

/** A payment that the service does not know after this time never reached it. */
const UNKNOWN_AFTER_MS = 15 * MINUTE_MS;

/** The service is still asked in these states: it may have taken money that it had refused. */
const OPEN: readonly PaymentState[] = ['pending', 'failed', 'refused'];

/**
 * Asks the service for a payment's state, and credits or fails it by the answer, once. Gives the state after
 * that, `null` where it is no mobile-money payment. Throws ProviderError where no answer comes: nothing has
 * changed.
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

/** A number as it is typed, and the player who asks about it. */
type AskedNumber = { playerId: number; msisdn: string };

/**
 * The wallet of a number, `null` where it has none. Throws Refusal 429 `rate/limited` for more numbers than a
 * player may ask about, ProviderError.
 */
export async function findWallet(
  services: WalletServices,
  { playerId, msisdn }: AskedNumber,
): Promise<FoundWallet | null> {
  await countNumber(services, playerId, msisdn);
  return services.mobileMoney.search(msisdn);
}

/** A handle that replaces a wallet's account; it is valid only for this player, number and account. */
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

/** A wallet as a player may see it: 'Ada O.', and a handle in the account's place. */
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
 * Has the prompt of a player's pending payment sent once more. Gives `ended` where the payment waits for no
 * yes, `refused` where the service does not send it. Throws Refusal 404 `payment/unknown`, 429 `rate/limited`
 * before its time, ProviderError.
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
    // Nothing was sent, so the player need not wait for the next one.
    await db
      .updateTable('payments')
      .set({ prompts: before.prompts, prompted_at: before.promptedAt })
      .where('reference', '=', reference)
      .where('prompts', '=', before.prompts + 1)
      .execute();
  }
  return answer;
}

/** Seconds until a payment's prompt can be sent again: 0 for now; `null` for never. */
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
