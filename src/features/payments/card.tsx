import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react';
import { Button, Spinner } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { EmailField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Hint } from '../../components/rows.tsx';
import { toastError, toastInfo, toastSuccess } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isNetworkError, isUndecided, NO_NETWORK_NO_CHARGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { offerQuery } from '../../offer/prizes-offer.tsx';
import { type Product, planOf, quoteOf, RUSH_TICKET } from '../../rules/money.ts';
import { EMAIL_FAULT, isEmail, isStandInEmail } from '../../rules/players.ts';
import { putProfile } from '../../session/put-profile.ts';
import styles from './card.module.css';
import {
  CardScriptError,
  expectCard,
  loadCardScript,
  openWindow,
  readPublicKey,
  type WindowEnd,
} from './card-window.ts';
import {
  cardSums,
  exactNaira,
  IN_PLACE,
  newReference,
  type Order,
  refusalOf,
  Sums,
  saidBy,
} from './order.tsx';
import { forgetPending, keepPending, type PendingPayment } from './pending-payment.ts';
import {
  askPayment,
  type EndedPayment,
  findEnded,
  RefusedDialog,
  UnverifiedDialog,
} from './waiting.tsx';

type Props = { player: User; order: Order; onPaid: () => void; onClose: () => void };

/** 'Pay by card': the email, the sum, then the provider's window (payments.md#card-payment). */
export function CardDialog({ player, order, onPaid, onClose }: Props) {
  const { state, type, pay, end, giveUp } = useCard(player, order, onPaid);
  const { step, email, kobo, feeKobo, fault, payment, words } = state;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault === 'email') field.current?.focus();
  }, [fault]);

  if (step === 'opening') return <OpeningDialog onClose={giveUp} />;
  // The provider's window is outside the app, and a dialog of the app would keep players from using it.
  if (step === 'window') return null;
  if (step === 'unverified' && payment) {
    return <UnverifiedDialog payment={payment} onEnd={end} onLeave={onClose} />;
  }
  if (step === 'refused' && payment && words) {
    return <RefusedDialog payment={payment} words={words} onLeave={onClose} />;
  }
  const canPay = isEmail(email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (canPay) pay();
  };
  return (
    <Dialog title="Pay by card" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <EmailField
          ref={field}
          aside="for your receipt"
          value={email}
          onChange={type}
          readOnly={step !== 'sum'}
          hint={canPay ? undefined : 'Enter your email before you pay'}
          error={fault === 'email' ? EMAIL_FAULT : null}
        />
        <Sums rows={cardSums({ ...order.quote, kobo, feeKobo })} />
        {fault === 'script' && (
          <Notice kind="bad" role="alert">
            Could not load the payment window
          </Notice>
        )}
        {fault === 'price' && (
          <Notice kind="warn" role="alert">
            The price has changed. Nothing was charged.
          </Notice>
        )}
        <Button type="submit" size="lg" disabled={!canPay} loading={step !== 'sum'}>
          {fault === 'script' ? 'Try again' : `Pay ${exactNaira(kobo + feeKobo)}`}
        </Button>
        <Hint icon="lock">
          The card window opens next. We never see your card number.
          {order.quote.plan && ' It does not renew by itself.'}
        </Hint>
      </form>
    </Dialog>
  );
}

/** Most windows open sooner. After this time a player who still waits sees a way back. */
const SLOW_AFTER_MS = 8000;

/** Shown until the provider's window has loaded, with the app's own way back. */
function OpeningDialog({ onClose }: { onClose: () => void }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog title="Pay by card" onClose={onClose}>
      <div className={styles.form}>
        <p className={styles.opening} role="status">
          <Spinner /> Opening…
        </p>
        {isSlow && (
          <>
            <Notice kind="warn" role="alert">
              The card window is slow to open. Nothing was charged.
            </Notice>
            <Button size="lg" colour="line" onClick={onClose}>
              Go back
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The state of a payment by card, with the words of its dialog. */
export type CardState = {
  step: 'sum' | 'preparing' | 'opening' | 'window' | 'verifying' | 'unverified' | 'refused';
  email: string;
  kobo: number;
  feeKobo: number;
  fault: null | 'email' | 'price' | 'script';
  /** The payment that the provider's window was opened for. */
  payment: PendingPayment | null;
  /** Why the server refuses that payment for good. */
  words: string | null;
};

export type CardEvent =
  | { type: 'typed'; email: string }
  | { type: 'pay' }
  | { type: 'no-script' }
  | { type: 'bad-email' }
  /** The server asks for another sum than was shown. The new sum is shown before anything is paid. */
  | { type: 'priced'; kobo: number; feeKobo: number }
  | { type: 'stopped' }
  | { type: 'opened'; payment: PendingPayment }
  | { type: 'loaded' }
  | { type: 'closed' }
  | { type: 'paid'; payment: PendingPayment }
  | { type: 'unverified' }
  | { type: 'refused'; payment: PendingPayment; words: string };

/** Takes a payment by card one event further (payments.md#card-payment). */
export function stepCard(state: CardState, event: CardEvent): CardState {
  switch (event.type) {
    case 'typed':
      return state.step === 'sum' ? { ...state, email: event.email, fault: null } : state;
    case 'pay':
      return state.step === 'sum' ? { ...state, step: 'preparing', fault: null } : state;
    case 'no-script':
      return { ...state, step: 'sum', fault: 'script' };
    case 'bad-email':
      return { ...state, step: 'sum', fault: 'email' };
    case 'priced':
      return { ...state, step: 'sum', fault: 'price', kobo: event.kobo, feeKobo: event.feeKobo };
    case 'opened':
      return { ...state, step: 'opening', payment: event.payment };
    case 'loaded':
      return state.step === 'opening' ? { ...state, step: 'window' } : state;
    case 'stopped':
    case 'closed':
      return { ...state, step: 'sum', payment: null };
    case 'paid':
      return { ...state, step: 'verifying', payment: event.payment };
    case 'unverified':
      return { ...state, step: 'unverified' };
    case 'refused':
      return { ...state, step: 'refused', payment: event.payment, words: event.words };
  }
}

/** The product's name in the provider's own record. */
function paidFor(product: Product): string {
  if (product === RUSH_TICKET) return 'tournament-ticket';
  return planOf(product) ? 'subscription' : 'buy-plays';
}

const FAILED = 'Error processing payment';

/** Pays an order by card: shows the sum, then the provider's window, then the server's answer. */
function useCard(player: User, order: Order, onPaid: () => void) {
  const { quote } = order;
  const keptEmail = player.email ?? '';
  const [state, dispatch] = useReducer(stepCard, null, (): CardState => {
    const { kobo, feeKobo } = quote;
    const email = isStandInEmail(keptEmail) ? '' : keptEmail;
    return { step: 'sum', email, kobo, feeKobo, fault: null, payment: null, words: null };
  });
  // The attempt is kept until the server has answered, so that a second press after a lost reply is the
  // same payment.
  const attempt = useRef<{ reference: string; key: string } | null>(null);
  /** Whether a closed window was paid in, once that is known. */
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
      // The player has closed the dialog and does not wait for the window any more, so nothing is paid.
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
        // If the dialog was closed before the window had loaded, there is nothing left to say.
        else if (hasLoaded || !isGone.current) leave(payment, how);
      });
    } catch {
      forgetPending(payment.reference);
      stop(FAILED);
    }
  }

  /** The server asks for another sum than was shown. The new sum is shown before anything is paid. */
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

  /** If a player has paid in a closed window all the same, they learn it now or on a later return. */
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
      // Without an answer, the server is asked again before another payment, and when the player returns.
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
    /** Closes a window that has not loaded yet. */
    giveUp: () => giveUp.current?.(),
  };
}

/** Whether the dialog was closed. It is a ref, so that replies which come later can read it. */
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

/**
 * Keeps the player's email before they pay by card, if the account has only a stand-in email
 * (sign-in.md#stand-in-email). An API without that call learns the email only from the provider.
 */
function useKeepEmail(kept: string) {
  // The server may ask for the email even if this phone has one, because this phone's copy of the player
  // may be older.
  const isAskedFor = useRef(false);
  // The attempt is kept until the server has answered, so that a second press after a lost reply is the
  // same call.
  const attempt = useRef<{ email: string; key: string } | null>(null);
  return {
    /** Called when the server knows no email of the player. */
    askFor: () => {
      isAskedFor.current = true;
    },
    keep: async (email: string) => {
      if (!env.hasAdditions || !(isAskedFor.current || isStandInEmail(kept))) return;
      if (attempt.current?.email !== email) attempt.current = { email, key: newKey() };
      try {
        await putProfile({ email }, attempt.current.key);
        isAskedFor.current = false;
        attempt.current = null;
      } catch (error) {
        if (!isUndecided(error)) attempt.current = null;
        throw error;
      }
    },
  };
}
