import { getCollection } from '../../../contract/endpoints/mobile-money.ts';
import { getCardVerify } from '../../../contract/endpoints/payments.ts';
import { isApiError } from '../../../lib/errors.ts';
import { checkSubscription } from '../../../session/check-subscription.ts';
import { playerCall } from '../../../session/player-call.ts';
import { refreshPlayer } from '../../../session/session.ts';
import { clearStanding } from '../../../session/standing.ts';
import { planOf } from '../order.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';

/** `unknown`: the server never heard of it, so nothing was charged. */
export type Standing = 'paid' | 'open' | 'failed' | 'unknown';

/**
 * Asks the server, and it the provider, how a payment stands; once paid, the newer player is taken
 * over. What has ended no longer waits on this phone. Throws ApiError, NetworkError.
 */
export async function askPayment(payment: PendingPayment): Promise<Standing> {
  const standing = await (payment.way === 'card' ? askCard : askCollection)(payment.reference);
  if (standing !== 'open') forgetPending(payment.reference);
  if (standing === 'paid' && planOf(payment.product)) clearStanding();
  return standing;
}

async function askCard(reference: string): Promise<Standing> {
  try {
    const { data, meta } = await playerCall(getCardVerify, { params: { reference } });
    refreshPlayer(data.user, meta?.token);
    return 'paid';
  } catch (error) {
    if (isApiError(error, 'payment/pending')) return 'open';
    if (isApiError(error, 'payment/failed')) return 'failed';
    return unknownOr(error);
  }
}

async function askCollection(reference: string): Promise<Standing> {
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
