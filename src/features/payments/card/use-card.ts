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
import { serverTime } from '../../../lib/server-clock.ts';
import { offerQuery } from '../../../offer/offer-query.ts';
import { type Product, planOf, quoteOf, RUSH_TICKET } from '../../../rules/money.ts';
import { isStandInEmail } from '../../../rules/players.ts';
import { askPayment } from '../api/ask-payment.ts';
import { CardScriptError, loadCardScript, openWindow, type WindowEnd } from '../api/card-script.ts';
import { expectCard, readPublicKey } from '../api/expect-card.ts';
import { type EndedPayment, findEnded } from '../api/find-ended.ts';
import { IN_PLACE } from '../in-place.ts';
import type { Order } from '../order.ts';
import { forgetPending, keepPending, type PendingPayment } from '../pending-payment.ts';
import { newReference } from '../reference.ts';
import { refusalOf, saidBy } from '../said-by.ts';
import { type CardState, stepCard } from './card-reducer.ts';
import { useIsGone } from './use-is-gone.ts';
import { useKeepEmail } from './use-keep-email.ts';

/** What the provider's own record calls it. */
function paidFor(product: Product): string {
  if (product === RUSH_TICKET) return 'tournament-ticket';
  return planOf(product) ? 'subscription' : 'buy-plays';
}

const FAILED = 'Error processing payment';

/** Pays an order by card: the sum, the provider's window, the server's word on it. */
export function useCard(player: User, order: Order, onPaid: () => void) {
  const { quote } = order;
  const keptEmail = player.email ?? '';
  const [state, dispatch] = useReducer(stepCard, null, (): CardState => {
    const { kobo, feeKobo } = quote;
    const email = isStandInEmail(keptEmail) ? '' : keptEmail;
    return { step: 'sum', email, kobo, feeKobo, fault: null, payment: null, words: null };
  });
  // Kept until the server has answered: a second press after a lost reply is the same payment.
  const attempt = useRef<{ reference: string; key: string } | null>(null);
  /** Whether a window that was closed was paid in, once that is known. */
  const wasPaid = useRef<Promise<boolean>>(null);
  /** Closes a window that has not loaded yet. */
  const giveUp = useRef<(() => void) | null>(null);
  useEffect(() => () => giveUp.current?.(), []);
  const ownEmail = useKeepEmail(keptEmail);
  const queryClient = useQueryClient();
  const isGone = useIsGone();

  const prepare = useMutation({
    mutationFn: async (email: string) => {
      if (await wasPaid.current) return null;
      const ended = await findEnded(player.id);
      if (ended) return { ended };
      const pop = await loadCardScript();
      const publicKey = await readPublicKey();
      await ownEmail.keep(email);
      attempt.current ??= { reference: newReference(), key: newKey() };
      const totalKobo = state.kobo + state.feeKobo;
      const taken = await expectCard(order, { ...attempt.current, totalKobo });
      return { ended, pop, publicKey, reference: attempt.current.reference, taken };
    },
    onSuccess: (prepared, email) => {
      if (!prepared) return;
      if (prepared.ended) return tellEnded(prepared.ended);
      attempt.current = null;
      // Nobody waits for the window any more: nothing is paid.
      if (isGone.current) return;
      const { pop, publicKey, reference, taken } = prepared;
      const { kobo, feeKobo } = taken;
      if (kobo !== state.kobo || feeKobo !== state.feeKobo) {
        void queryClient.invalidateQueries({ queryKey: offerQuery.queryKey });
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
        startedAt: serverTime(),
        payer: null,
      };
      const metadata = {
        userId: player.id,
        phone: player.phone ?? '',
        email,
        type: paidFor(order.product),
      };
      openFor(payment, (onLoad) =>
        openWindow(pop, { publicKey, email, totalKobo, reference, metadata }, onLoad),
      );
    },
    onError: (error) => {
      if (error instanceof CardScriptError) return dispatch({ type: 'no-script' });
      if (!isUndecided(error)) attempt.current = null;
      if (isApiError(error, 'email/invalid')) {
        ownEmail.askFor();
        return dispatch({ type: 'bad-email' });
      }
      if (isApiError(error, 'payment/mismatch')) return void showNewPrice();
      stop(isNetworkError(error) ? NO_NETWORK_NO_CHARGE : saidBy(error, FAILED));
    },
  });

  function openFor(
    payment: PendingPayment,
    open: (onLoad: () => void) => ReturnType<typeof openWindow>,
  ) {
    keepPending({ ...payment, windowSaid: 'closed' });
    dispatch({ type: 'opened', payment });
    let hasLoaded = false;
    try {
      const { end, close } = open(() => {
        hasLoaded = true;
        giveUp.current = null;
        keepPending(payment);
        dispatch({ type: 'loaded' });
      });
      if (!hasLoaded) giveUp.current = close;
      void end.then((how) => {
        giveUp.current = null;
        if (how === 'paid') void verify(payment);
        // A dialog that went before the window was there has nothing left to say.
        else if (hasLoaded || !isGone.current) leave(payment, how);
      });
    } catch {
      forgetPending(payment.reference);
      stop(FAILED);
    }
  }

  /** The operator asks for another sum than was shown: it is shown before anything is paid. */
  async function showNewPrice() {
    const fresh = { ...offerQuery, staleTime: 0 };
    const offer = await queryClient.fetchQuery(fresh).catch(() => null);
    const priced = offer && quoteOf(offer.prices, 'card', order.product);
    if (priced) dispatch({ type: 'priced', kobo: priced.kobo, feeKobo: priced.feeKobo });
    else stop(FAILED);
  }

  async function verify(payment: PendingPayment) {
    const sent: PendingPayment = { ...payment, windowSaid: 'paid' };
    keepPending(sent);
    dispatch({ type: 'paid', payment: sent });
    try {
      const answer = await askPayment(sent);
      if (answer === 'paid' || answer === 'failed') end(answer);
      else dispatch({ type: 'unverified' });
    } catch (error) {
      const words = refusalOf(error);
      dispatch(words ? { type: 'refused', payment: sent, words } : { type: 'unverified' });
    }
  }

  /** Whoever has paid in the window all the same is told so, now or on a later return. */
  function leave(payment: PendingPayment, how: Exclude<WindowEnd, 'paid'>) {
    const closed: PendingPayment = { ...payment, windowSaid: 'closed' };
    keepPending(closed);
    if (how === 'failed') {
      dispatch({ type: 'no-script' });
    } else {
      toastInfo('Payment window closed', IN_PLACE);
      dispatch({ type: 'closed' });
    }
    wasPaid.current = askPayment(closed).then(
      (answer) => {
        if (answer === 'paid') end('paid');
        return answer === 'paid';
      },
      // Asked again before another payment, and on a return.
      () => false,
    );
  }

  function tellEnded({ payment, words }: EndedPayment) {
    if (words) dispatch({ type: 'refused', payment, words });
    else end('paid');
  }

  function end(how: 'paid' | 'failed') {
    if (how === 'failed') return stop(FAILED);
    toastSuccess('Payment made successfully', IN_PLACE);
    if (!isGone.current) onPaid();
  }

  function stop(words: string) {
    toastError(words, IN_PLACE);
    dispatch({ type: 'stopped' });
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
    /** Closes the window that is not there yet. */
    giveUp: () => giveUp.current?.(),
  };
}
