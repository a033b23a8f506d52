import { nairaToKobo, PLANS, type Product, quoteOf, RUSH_TICKET } from '../../src/rules/money.ts';
import { isActive, lockPlayer } from '../accounts/players.ts';
import { refuseTicketSale } from '../accounts/rush-conditions.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import { type AddedCharges, UNABLE_TO_COMPLETE } from '../providers/mobile-money.ts';
import { ProviderError } from '../providers/provider-error.ts';
import type { Services } from '../services.ts';
import { expectPayment, failPayment } from './expected.ts';
import { countPrompt } from './wallet-limits.ts';
import { mismatch, openWallet, requireAmount, requireLeast } from './wallets.ts';

type Asking = Pick<Services, 'config' | 'db' | 'mobileMoney' | 'reserve' | 'sign' | 'now'>;

/** What a player asks a wallet's owner for, as the phone says it: figures in naira. */
export type Order = {
  playerId: number;
  reference: string;
  msisdn: string;
  /** The wallet's handle. */
  accountId: string;
  amount: number;
  operatorCharge: number;
  serviceCharge: number;
  totalAmount: number;
  /** By the amount where the phone names none. */
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
  services: Asking,
  order: Order,
): Promise<'queued' | 'refused'> {
  const { db, mobileMoney, now } = services;
  const { reference, msisdn } = order;
  requireAmount(order.amount);
  const noted = await findOwn(db, order);
  if (noted && noted.state !== 'pending') return noted.state === 'refused' ? 'refused' : 'queued';
  if (noted && (await mobileMoney.standing(reference)).status !== 'unknown') return 'queued';
  if (order.product === RUSH_TICKET) await refuseTicketSale(db, services, order.playerId);
  const wallet = await openWallet(services, order, order.accountId);
  requireLeast(wallet.platform, order.amount);
  const bill = await billOf(services, order);
  const isNew = await db.transaction().execute((trx) => note(trx, services, order, bill));
  const { accountId, names } = wallet;
  const sent = { reference, msisdn, accountId, name: names.join(' '), ...bill };
  if ((await mobileMoney.pay(sent)) === 'queued') return 'queued';
  // A 'no' to what was sent before says nothing of the first sending.
  if (!isNew) throw new ProviderError('mobile-money/unavailable', UNABLE_TO_COMPLETE, undefined);
  await failPayment(db, reference, 'refused', now());
  return 'refused';
}

type Bill = AddedCharges & { product: Product; coins: number; kobo: number };

/** What an order is for and costs. Throws Refusal 422 `product/unknown`, 409 `payment/mismatch`. */
async function billOf(services: Asking, order: Order): Promise<Bill> {
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

/** Gives whether an order is new: of two sendings of one call, the later finds it noted. */
async function note(trx: Trx, services: Asking, order: Order, bill: Bill): Promise<boolean> {
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

/** What an amount in naira buys where the phone does not say: a plan, or coins while one runs. */
async function productFor({ config, db, now }: Asking, order: Order): Promise<Product> {
  const prices = config.prices.plans['mobile-money'];
  const plan = PLANS.find((one) => prices[one] === order.amount);
  const isRunning = plan === undefined || (await isActive(db, order.playerId, now()));
  return isRunning ? `coins-${order.amount}` : `plan-${plan}`;
}
