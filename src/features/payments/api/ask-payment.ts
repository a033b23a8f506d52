import { env } from '../../../config/env.ts';
import { getCollection } from '../../../contract/endpoints/mobile-money.ts';
import { getCardVerify } from '../../../contract/endpoints/payments.ts';
import { getBuyTicket } from '../../../contract/endpoints/tickets.ts';
import { postFundWallet } from '../../../contract/endpoints/webhooks.ts';
import { isApiError, isUndecided } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { KOBO_PER_NAIRA, planOf, RUSH_TICKET } from '../../../rules/money.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';
import { forgetAskedPlan } from '../../../subscription/asked-plan.ts';
import { checkSubscription } from '../../../subscription/check-subscription.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';

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
 * Has such an API look (flows.md#an-api-without-the-status-call), with the status that it answered 'Pay' with. Its answer
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
