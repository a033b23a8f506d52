import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { toastError, toastInfo, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import {
  isApiError,
  isNetworkError,
  isUndecided,
  NO_NETWORK_NO_CHARGE,
} from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { pricesQuery } from '../../../offline/prices-query.ts';
import { quoteOf } from '../../../rules/money.ts';
import { isStandInEmail } from '../../../rules/players.ts';
import { askPayment } from '../api/ask-payment.ts';
import { CardScriptError, loadCardScript, payInWindow } from '../api/card-script.ts';
import { expectCard, readPublicKey } from '../api/expect-card.ts';
import { IN_PLACE } from '../in-place.ts';
import type { Order } from '../order.ts';
import { forgetPending, keepPending, type PendingPayment } from '../pending-payment.ts';
import { newReference } from '../reference.ts';
import { saidBy } from '../said-by.ts';
import { type CardState, stepCard } from './card-reducer.ts';

const FAILED = 'Error processing payment';

/** Pays an order by card: the sum, the provider's window, the server's word on it. */
export function useCard(player: User, order: Order, onPaid: () => void) {
  const { quote } = order;
  const [state, dispatch] = useReducer(stepCard, null, (): CardState => {
    const email = player.email ?? '';
    return {
      step: 'sum',
      email: isStandInEmail(email) ? '' : email,
      kobo: quote.kobo,
      feeKobo: quote.feeKobo,
      fault: null,
      payment: null,
    };
  });
  // Kept until the server has answered: a second press after a lost reply is the same payment.
  const attempt = useRef<{ email: string; reference: string; key: string } | null>(null);
  const queryClient = useQueryClient();
  const isGone = useIsGone();

  const prepare = useMutation({
    mutationFn: async (email: string) => {
      if (attempt.current?.email !== email)
        attempt.current = { email, reference: newReference(), key: newKey() };
      const { reference, key } = attempt.current;
      const pop = await loadCardScript();
      const publicKey = await readPublicKey();
      const totalKobo = state.kobo + state.feeKobo;
      const taken = await expectCard(order, { reference, email, key, totalKobo });
      return { pop, publicKey, reference, taken };
    },
    onSuccess: async ({ pop, publicKey, reference, taken }, email) => {
      attempt.current = null;
      // Nobody waits for the window any more: nothing is paid.
      if (isGone.current) return;
      const { kobo, feeKobo } = taken;
      if (kobo !== state.kobo || feeKobo !== state.feeKobo) {
        void queryClient.invalidateQueries({ queryKey: pricesQuery.queryKey });
        return dispatch({ type: 'priced', kobo, feeKobo });
      }
      const totalKobo = kobo + feeKobo;
      const payment: PendingPayment = {
        playerId: player.id,
        reference,
        way: 'card',
        product: order.product,
        coins: quote.coins,
        kobo,
        totalKobo,
        startedAt: Date.now(),
        payer: null,
      };
      const metadata = {
        userId: player.id,
        phone: player.phone ?? '',
        email,
        type: quote.plan ? 'subscription' : 'buy-plays',
      };
      keepPending(payment);
      dispatch({ type: 'opened', payment });
      try {
        const end = await payInWindow(pop, { publicKey, email, totalKobo, reference, metadata });
        await (end === 'paid' ? verify(payment) : leave(payment));
      } catch {
        forgetPending(reference);
        toastError(FAILED, IN_PLACE);
        dispatch({ type: 'refused' });
      }
    },
    onError: (error) => {
      if (error instanceof CardScriptError) return dispatch({ type: 'no-script' });
      if (!isUndecided(error)) attempt.current = null;
      if (isApiError(error, 'email/invalid')) return dispatch({ type: 'bad-email' });
      if (isApiError(error, 'payment/mismatch')) return void showNewPrice();
      toastError(isNetworkError(error) ? NO_NETWORK_NO_CHARGE : saidBy(error, FAILED), IN_PLACE);
      dispatch({ type: 'refused' });
    },
  });

  /** The operator asks for another sum than was shown: it is shown before anything is paid. */
  async function showNewPrice() {
    const fresh = { ...pricesQuery, staleTime: 0 };
    const offer = await queryClient.fetchQuery(fresh).catch(() => null);
    const priced = offer && quoteOf(offer.prices, 'card', order.product);
    if (priced) return dispatch({ type: 'priced', kobo: priced.kobo, feeKobo: priced.feeKobo });
    toastError(FAILED, IN_PLACE);
    dispatch({ type: 'refused' });
  }

  async function verify(payment: PendingPayment) {
    dispatch({ type: 'paid' });
    const standing = await askPayment(payment).catch(() => 'open' as const);
    if (standing === 'open' || standing === 'unknown') return dispatch({ type: 'unverified' });
    end(standing);
  }

  /** The window was closed: whoever has paid in it all the same is told so. */
  async function leave(payment: PendingPayment) {
    toastInfo('Payment window closed', IN_PLACE);
    dispatch({ type: 'closed' });
    forgetPending(payment.reference);
    const standing = await askPayment(payment).catch(() => 'open' as const);
    if (standing === 'paid') end(standing);
  }

  function end(standing: 'paid' | 'failed') {
    if (standing === 'failed') {
      toastError(FAILED, IN_PLACE);
      return dispatch({ type: 'refused' });
    }
    toastSuccess('Payment made successfully', IN_PLACE);
    if (!isGone.current) onPaid();
  }

  return {
    state,
    type: (email: string) => dispatch({ type: 'typed', email }),
    pay: () => {
      if (state.step !== 'sum') return;
      dispatch({ type: 'pay' });
      prepare.mutate(state.email.trim());
    },
    end,
  };
}

/** Whether the dialog was closed; a ref, for what comes back after it. */
function useIsGone() {
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return isGone;
}
