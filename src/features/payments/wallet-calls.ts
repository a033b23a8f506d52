import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toastError, toastInfo } from '../../components/toast.ts';
import {
  type Charges,
  getCharges,
  getWallet,
  postCollection,
  postDoi,
  type Wallet,
} from '../../contract/mobile-money.ts';
import { isApiError, isNetworkError, isUndecided, NO_NETWORK_NO_CHARGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { doiWaitSeconds } from '../../rules/doi.ts';
import { KOBO_PER_NAIRA, nairaToKobo } from '../../rules/money.ts';
import { formatPhone, to234Form } from '../../rules/phone.ts';
import { playerCall } from '../../session/player-call.ts';
import { IN_PLACE, newReference, type Order, saidBy } from './order.tsx';
import { forgetPending, keepPending, type PendingPayment } from './pending-payment.ts';

/**
 * A call that the service itself refuses is not repeated, because the service counts numbers and prompts.
 */
const retry = (failures: number, error: Error) => failures < 3 && isNetworkError(error);

/** Reads the owner's name of a number's wallet. */
export const walletQuery = (playerId: string, msisdn: string) =>
  queryOptions({
    queryKey: [playerId, 'wallet', msisdn],
    queryFn: async ({ signal }) => {
      const { data } = await playerCall(getWallet, { query: { msisdn }, signal });
      return data;
    },
    retry,
  });

/** The charges of operator and service on an amount in naira. */
export const chargesQuery = (playerId: string, msisdn: string, amount: number) =>
  queryOptions({
    queryKey: [playerId, 'charges', msisdn, amount],
    queryFn: async ({ signal }) => {
      const query = { msisdn, amount: `${amount}` };
      const { data } = await playerCall(getCharges, { query, signal });
      return data;
    },
    retry,
  });

/** The amounts of a payment from a wallet, as they were shown. */
export type Bill = { order: Order; msisdn: string; wallet: Wallet; charges: Charges };

export function totalKoboOf({ order, charges }: Pick<Bill, 'order' | 'charges'>): number {
  const { operatorCharge, serviceCharge } = charges;
  return order.quote.kobo + nairaToKobo(operatorCharge) + nairaToKobo(serviceCharge);
}

/** The owner's name as the service gives it, such as `Ada O.`. */
export function walletName({ firstName, middleName, lastName }: Wallet): string {
  return [firstName, middleName, lastName].filter(Boolean).join(' ');
}

/**
 * Asks the wallet's owner for the payment, once for a key. Gives the payment's reference, the answered
 * status, and when the prompt can be sent again, in epoch milliseconds.
 */
async function collect(bill: Bill, reference: string, key: string) {
  const { order, msisdn, wallet, charges } = bill;
  const { data, status } = await playerCall(postCollection, {
    body: {
      name: walletName(wallet),
      msisdn,
      amount: order.quote.kobo / KOBO_PER_NAIRA,
      accountId: wallet.accountId,
      operatorCharge: charges.operatorCharge,
      serviceCharge: charges.serviceCharge,
      totalAmount: totalKoboOf(bill) / KOBO_PER_NAIRA,
      product: order.product,
      reference,
      door: order.door,
    },
    key,
  });
  return {
    // An API that gives no reference knows the payment by our reference.
    reference: data.reference ?? reference,
    answered: data.status ?? status,
    resendAt: resendAt(data.resendAfter, 1),
  };
}

/** Sends the prompt once more, and gives when it can be sent again, in epoch milliseconds. */
export async function resendDoi(reference: string, key: string): Promise<number> {
  const { data } = await playerCall(postDoi, { params: { reference }, key });
  return resendAt(data.resendAfter, 2);
}

/** Gives when a prompt can be sent again. If the server gives no time, the game's own rule counts. */
function resendAt(seconds: number | null, prompts: number): number {
  return Date.now() + (seconds ?? doiWaitSeconds(prompts)) * 1000;
}

/** The words for a payment by mobile money that could not be made (payments.md#mobile-money). */
export const UNABLE = 'Unable to complete at the moment';

/**
 * The words for a payment by an API without the status call, whose end cannot be known
 * (payments.md#an-api-without-the-status-call).
 */
export const UNSEEN =
  'We cannot see from here when you have paid. Once you have, what you bought should come soon.';

/** The number whose wallet was asked, such as `0803 000 0000`. */
export function payerPhone({ payer }: PendingPayment): string {
  return payer ? formatPhone(to234Form(payer.msisdn)) : '';
}

/** Asks a wallet for a payment. Calls `onQueued` when the wallet's prompt is on the way. */
export function usePay(
  playerId: string,
  onQueued: (payment: PendingPayment, resendAt: number) => void,
) {
  const queryClient = useQueryClient();
  // The attempt is kept until the server has answered, so that a second press after a lost reply is the
  // same payment, whatever else the player chooses meanwhile.
  const attempt = useRef<{ bill: Bill; reference: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (wanted: Bill) => {
      attempt.current ??= { bill: wanted, reference: newReference(), key: newKey() };
      const { bill, reference, key } = attempt.current;
      const payment = pendingOf(playerId, bill, reference);
      // The payment is kept before the call, so that it is found again if the page is closed now.
      keepPending(payment);
      const queued = await collect(bill, reference, key);
      const { resendAt, ...told } = queued;
      return { payment: { ...payment, ...told }, resendAt };
    },
    onSuccess: ({ payment, resendAt }) => {
      // The API may give the payment a reference of its own.
      forgetPending(attempt.current?.reference);
      attempt.current = null;
      keepPending(payment);
      toastInfo('Transaction queued', IN_PLACE);
      onQueued(payment, resendAt);
    },
    onError: (error, { msisdn, order }) => {
      if (!isUndecided(error)) {
        forgetPending(attempt.current?.reference);
        attempt.current = null;
      }
      if (isApiError(error, 'payment/mismatch')) {
        const { queryKey } = chargesQuery(playerId, msisdn, order.quote.kobo / 100);
        void queryClient.invalidateQueries({ queryKey });
      }
      toastError(wordsOf(error), IN_PLACE);
    },
  });
}

function wordsOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_NO_CHARGE;
  return isApiError(error, 'mobile-money/refused') ? UNABLE : saidBy(error, UNABLE);
}

function pendingOf(playerId: string, bill: Bill, reference: string): PendingPayment {
  const { order, msisdn, wallet } = bill;
  return {
    playerId,
    reference,
    way: 'mobile-money',
    product: order.product,
    coins: order.quote.coins,
    kobo: order.quote.kobo,
    totalKobo: totalKoboOf(bill),
    startedAt: serverTime(),
    payer: { msisdn, platform: wallet.platform },
  };
}
