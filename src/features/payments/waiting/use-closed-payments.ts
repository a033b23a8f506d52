import { useEffect, useEffectEvent } from 'react';
import { toastSuccess } from '../../../components/toast.ts';
import { askPayment } from '../api/ask-payment.ts';
import type { PendingPayment } from '../pending-payment.ts';
import { refusalOf } from '../said-by.ts';

/**
 * Asks about payments whose window the player closed, one after the other. Whoever paid in it all the
 * same is told so, and nobody else is bothered; `onRefused` where the server has words for the player.
 */
export function useClosedPayments(
  payments: readonly PendingPayment[],
  onRefused: (payment: PendingPayment) => void,
): void {
  const tellRefusal = useEffectEvent(onRefused);
  useEffect(() => {
    const askAll = async () => {
      for (const payment of payments) {
        try {
          const isPaid = (await askPayment(payment)) === 'paid';
          if (isPaid) toastSuccess('Payment made successfully', { id: payment.reference });
        } catch (error) {
          // What nobody answers about is asked about on the next return.
          if (refusalOf(error)) tellRefusal(payment);
        }
      }
    };
    void askAll();
  }, [payments]);
}
