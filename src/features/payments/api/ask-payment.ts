import { getCollection } from '../../../contract/endpoints/mobile-money.ts';
import { getCardVerify } from '../../../contract/endpoints/payments.ts';
import { getBuyTicket } from '../../../contract/endpoints/tickets.ts';
import { isApiError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { planOf, RUSH_TICKET } from '../../../rules/money.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';
import { forgetAskedPlan } from '../../../subscription/asked-plan.ts';
import { checkSubscription } from '../../../subscription/check-subscription.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';

/** How a payment ended; `unknown`: the server never heard of it, so nothing was charged. */
export type PaymentEnd = 'paid' | 'failed' | 'unknown';

/**
 * Asks the server, and it the provider, how a payment ended; `open` while it has not. Once paid, the
 * newer player is taken over. What has ended no longer waits on this phone. Throws ApiError,
 * NetworkError.
 */
export async function askPayment(payment: PendingPayment): Promise<PaymentEnd | 'open'> {
  const end = await (payment.way === 'card' ? askCard(payment) : askCollection(payment.reference));
  if (end !== 'open') forgetPending(payment.reference);
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

async function askCollection(reference: string): Promise<PaymentEnd | 'open'> {
  try {
    const { data, meta } = await playerCall(getCollection, { params: { reference } });
    if (data.status !== 'success') return data.status === 'failed' ? 'failed' : 'open';
    if (data.user) refreshPlayer(data.user, meta?.token);
    else checkSubscription();
    return 'paid';
  } catch (error) {
    return unknownOr(error);
  }
}

/** An API without the call has another 404, which tells nothing of the payment. */
function unknownOr(error: unknown): 'unknown' {
  if (isApiError(error, 'payment/unknown')) return 'unknown';
  throw error;
}
