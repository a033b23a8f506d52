import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toastError, toastInfo } from '../../../components/toast.ts';
import {
  isApiError,
  isNetworkError,
  isUndecided,
  NO_NETWORK_NO_CHARGE,
} from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { type Bill, chargesQuery, collect, totalKoboOf } from '../api/mobile-money.ts';
import { IN_PLACE } from '../in-place.ts';
import { forgetPending, keepPending, type PendingPayment } from '../pending-payment.ts';
import { newReference } from '../reference.ts';
import { saidBy } from '../said-by.ts';
import { UNABLE } from './texts.ts';

/** Asks a wallet for a payment; `onQueued` when its prompt is on the way. */
export function usePay(
  playerId: string,
  onQueued: (payment: PendingPayment, resendAt: number) => void,
) {
  const queryClient = useQueryClient();
  // Kept until the server has answered: a second press after a lost reply is the same payment,
  // whatever else is chosen meanwhile.
  const attempt = useRef<{ bill: Bill; reference: string; key: string } | null>(null);
  return useMutation({
    mutationFn: async (wanted: Bill) => {
      attempt.current ??= { bill: wanted, reference: newReference(), key: newKey() };
      const { bill, reference, key } = attempt.current;
      const payment = pendingOf(playerId, bill, reference);
      // Before it is asked for: a page that is closed now finds it again.
      keepPending(payment);
      const queued = await collect(bill, reference, key);
      const { resendAt, ...told } = queued;
      return { payment: { ...payment, ...told }, resendAt };
    },
    onSuccess: ({ payment, resendAt }) => {
      // The API may know it by a reference of its own.
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
