import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { countdownText, useSecondsUntil } from '../../components/hooks.ts';
import { Notice } from '../../components/notice.tsx';
import { Steps } from '../../components/steps.tsx';
import { toastError, toastInfo, toastSuccess } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import { paths } from '../../config/paths.ts';
import { getCardVerify } from '../../contract/endpoints/payments.ts';
import { getBuyTicket } from '../../contract/endpoints/tickets.ts';
import { postFundWallet } from '../../contract/endpoints/webhooks.ts';
import { getCollection } from '../../contract/mobile-money.ts';
import { isApiError, isUndecided } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shortReference } from '../../lib/short-reference.ts';
import { momentText } from '../../lib/time.ts';
import { KOBO_PER_NAIRA, planOf, RUSH_TICKET } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import { forgetAskedPlan } from '../../subscription/asked-plan.ts';
import { checkSubscription } from '../../subscription/check.ts';
import { broughtName, exactNaira, orderName, refusalOf } from './order.tsx';
import { forgetPending, type PendingPayment, readPending } from './pending-payment.ts';
import styles from './waiting.module.css';
import { payerPhone, UNSEEN } from './wallet-calls.ts';

const ASK_EVERY_MS = 30_000;

type PendingDialogProps = {
  payment: PendingPayment;
  onConfirm: () => void;
  onEnd: (end: PaymentEnd) => void;
  onLater: () => void;
};

/** A payment that was left before its end, and is found when the player returns. */
export function PendingDialog({ payment, onConfirm, onEnd, onLater }: PendingDialogProps) {
  const isCard = payment.way === 'card';
  const isPlan = planOf(payment.product) !== null;
  const isTicket = payment.product === RUSH_TICKET;
  const { refusal } = usePaymentEnd({
    payment,
    everyMs: ASK_EVERY_MS,
    asksAtOnce: true,
    onEnd: (end) => {
      // Asking again on the next return would bring nothing new.
      if (end === 'unseen') forgetPending(payment.reference);
      tell(payment, end);
      onEnd(end);
    },
  });
  if (refusal) return <RefusedDialog payment={payment} words={refusal} onLeave={onLater} />;
  return (
    <Dialog title="A payment is waiting" onClose={onLater}>
      <div className={styles.stack}>
        <p className={styles.lead}>
          <b>{exactNaira(payment.totalKobo)}</b> for {isPlan && 'the '}
          {isTicket && 'a '}
          {orderName(payment)}, by {isCard ? 'card' : payment.payer?.platform}.
        </p>
        <Steps
          steps={[
            {
              is: 'done',
              name: 'You tapped Pay',
              about: momentText(payment.startedAt, serverTime()),
            },
            isCard
              ? { is: 'now', name: 'The card company', about: 'We keep asking it' }
              : {
                  is: 'now',
                  name: 'Your yes on the phone',
                  about: `Message sent to ${payerPhone(payment)}`,
                },
            {
              is: 'todo',
              name: broughtName(payment),
              about: isTicket
                ? 'It comes as soon as it is paid'
                : 'They come as soon as it is paid',
            },
          ]}
        />
        <Notice>
          You left before it was done. Nothing was lost, and you won&apos;t be charged twice.
        </Notice>
        <Button size="lg" onClick={onConfirm}>
          Confirm payment
        </Button>
        <Button colour="line" onClick={onLater}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Shows how a payment ended, in a message for each payment. A payment that never reached the server gets no
 * message.
 */
function tell({ way, reference: id }: PendingPayment, end: PaymentEnd): void {
  const isCard = way === 'card';
  if (end === 'paid')
    toastSuccess(isCard ? 'Payment made successfully' : 'Transaction Successful', { id });
  if (end === 'unseen') toastInfo(UNSEEN, { id });
  if (end === 'failed')
    toastError(isCard ? 'Error processing payment' : 'Unable to complete at the moment', { id });
}

type RefusedDialogProps = {
  payment: PendingPayment;
  /** The server's words. */
  words: string;
  onLeave: () => void;
};

/**
 * Shows a payment that the server has refused for good, where only people can help. The payment is
 * forgotten once the player has seen this.
 */
export function RefusedDialog({ payment, words, onLeave }: RefusedDialogProps) {
  const { reference, totalKobo } = payment;
  const navigate = useNavigate();
  useEffect(() => forgetPending(reference), [reference]);
  const contact = () => {
    onLeave();
    navigate(paths.contact);
  };
  return (
    <Dialog title="Payment could not be verified" onClose={onLeave}>
      <div className={styles.stack}>
        <Notice kind="bad" role="alert">
          {words}
        </Notice>
        <p>
          Tell us <b className={styles.reference}>{reference}</b> and <b>{exactNaira(totalKobo)}</b>
          . We find your payment by them.
        </p>
        <Button onClick={contact}>Contact Us</Button>
        <Button colour="line" onClick={onLeave}>
          Not now
        </Button>
      </div>
    </Dialog>
  );
}

type UnverifiedDialogProps = {
  payment: PendingPayment;
  asksAtOnce?: boolean;
  onEnd: (end: 'paid' | 'failed') => void;
  onLeave: () => void;
};

/** A card payment that nobody can confirm yet. The dialog offers no second payment. */
export function UnverifiedDialog({
  payment,
  asksAtOnce = false,
  onEnd,
  onLeave,
}: UnverifiedDialogProps) {
  const navigate = useNavigate();
  const { isAsking, nextAt, refusal, ask } = usePaymentEnd({
    payment,
    everyMs: ASK_EVERY_MS,
    asksAtOnce,
    // The server never heard of an unknown payment, so nothing was paid.
    onEnd: (end) => onEnd(end === 'paid' ? 'paid' : 'failed'),
  });
  const left = useSecondsUntil(nextAt);
  const coins = formatNumber(payment.coins);
  const goHome = () => {
    onLeave();
    navigate(paths.home);
  };
  if (refusal) return <RefusedDialog payment={payment} words={refusal} onLeave={onLeave} />;
  return (
    <Dialog title="Payment could not be verified" centred blocking>
      <div className={styles.stack}>
        <p>
          You pay <b>{exactNaira(payment.totalKobo)}</b> at most once.
        </p>
        <Steps
          steps={[
            {
              is: 'done',
              name:
                payment.windowSaid === 'paid'
                  ? 'You sent the payment'
                  : 'You opened the card window',
              about: `${momentText(payment.startedAt, serverTime())}, ${shortReference(payment.reference)}`,
            },
            {
              is: 'now',
              name: 'We keep asking the card company',
              about: `${isAsking ? 'Asking now' : `Next time in ${countdownText(left)}`}. You can close the app.`,
            },
            {
              is: 'todo',
              name: 'It ends by itself',
              about: `Paid: your ${coins} coins come. Not paid: nothing is charged.`,
            },
          ]}
        />
        <Notice kind="warn">Please do not pay again for now.</Notice>
        <Button icon="refresh" loading={isAsking} onClick={() => void ask()}>
          {/* An API without the call is asked too, because it may have the call by then. */}
          {env.hasAdditions ? 'Check again' : 'Retry confirmation'}
        </Button>
        <Button colour="line" onClick={goHome}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}

/**
 * Asks about payments whose window the player closed, one after the other. Only a player who has paid all
 * the same gets a message. Calls `onRefused` if the server has refused a payment for good.
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
          // A payment that no provider answers for is asked about on the next return.
          if (refusalOf(error)) tellRefusal(payment);
        }
      }
    };
    void askAll();
  }, [payments]);
}

/**
 * How a payment ended. `unknown` means that the server never heard of it, so nothing was charged. `unseen`
 * means that an API which cannot tell the end has been given the hint, and this phone learns no more.
 */
type PaymentEnd = 'paid' | 'failed' | 'unknown' | 'unseen';

/**
 * Asks the server how a payment ended, and the server asks the provider; `open` means that it has not
 * ended. Once it is paid, the player in the reply replaces this phone's copy. A payment that has ended no
 * longer waits on this phone. With the end `unseen` it waits until the player says that it is over. Throws
 * ApiError, NetworkError.
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

/** Checks a card payment. A ticket has its own call. */
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

/**
 * Whether an API knows only the specification's calls. An API with our additions has this call, so its 404
 * comes from a proxy and is temporary.
 */
const lacksCall = (error: unknown) =>
  !env.hasAdditions &&
  isApiError(error) &&
  [404, 405, 501].includes(error.status) &&
  error.code !== 'payment/unknown' &&
  error.code !== 'route/unknown';

/**
 * Gives such an API the hint to look at the payment (payments.md#an-api-without-the-status-call), with the
 * status of its answer to 'Pay'. Its answer says nothing about the payment. Without an answer this throws,
 * and the next question gives the hint again.
 */
async function giveHint({ reference, kobo, answered }: PendingPayment): Promise<'unseen'> {
  const body = { reference, amount: kobo / KOBO_PER_NAIRA, status: answered };
  try {
    await playerCall(postFundWallet, { body });
  } catch (error) {
    // A 'no' is an answer. A page that a hotspot sends instead is no answer.
    const isAnswer = isApiError(error) && error.status !== 401 && !isUndecided(error);
    if (!isAnswer && !lacksCall(error)) throw error;
  }
  // The player's new coins show how the payment ended.
  void checkSubscription();
  return 'unseen';
}

/**
 * Gives `unknown` if the server does not know the payment. An API without the call has another 404, which
 * says nothing about the payment, so that error is thrown.
 */
function unknownOr(error: unknown): 'unknown' {
  if (isApiError(error, 'payment/unknown')) return 'unknown';
  throw error;
}

/**
 * How often, in milliseconds, an API that cannot tell the end is given the hint. It looks at each hint, and
 * the payer may say yes minutes after the first.
 */
const HINT_EVERY_MS = 30_000;
const MOST_HINTS = 20;

type Options = {
  payment: PendingPayment;
  /** The time between two questions, in milliseconds. */
  everyMs: number;
  /** Whether the first question is sent at once. It waits if the player has just asked. */
  asksAtOnce: boolean;
  /** Called once, when the payment has ended. */
  onEnd: (end: PaymentEnd) => void;
};

/** Asks how a payment ended, repeatedly and whenever `ask` is called. */
export function usePaymentEnd({ payment, everyMs, asksAtOnce, onEnd }: Options) {
  const { data, error, isFetching, dataUpdatedAt, errorUpdatedAt, refetch } = useQuery({
    queryKey: [payment.playerId, 'payment', payment.reference],
    queryFn: () => askPayment(payment),
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (refusalOf(error) !== null) return false;
      if (data === 'unseen') return dataUpdateCount < MOST_HINTS && HINT_EVERY_MS;
      return !isEnd(data) && everyMs;
    },
    networkMode: 'always',
    retry: false,
    staleTime: asksAtOnce ? 0 : Number.POSITIVE_INFINITY,
    gcTime: 0,
    ...(!asksAtOnce && { initialData: 'open' as const }),
  });
  const tell = useEffectEvent(onEnd);
  useEffect(() => {
    if (isEnd(data)) tell(data);
  }, [data]);
  const askedAt = Math.max(dataUpdatedAt, errorUpdatedAt);
  return {
    isAsking: isFetching,
    nextAt: askedAt === 0 ? 0 : askedAt + everyMs,
    /** Why the payment is not asked about any more, in the server's words. */
    refusal: refusalOf(error),
    ask: async () => {
      const { data: end, error: failure } = await refetch();
      return { end, isOpen: !isEnd(end), error: failure };
    },
  };
}

function isEnd(answer: PaymentEnd | 'open' | undefined): answer is PaymentEnd {
  return answer !== undefined && answer !== 'open';
}

/** A payment that was paid after all, or that the server has refused for good in its `words`. */
export type EndedPayment = { payment: PendingPayment; words: string | null };

/**
 * Asks about the player's earlier card payments before another payment begins, so that nobody pays twice
 * because they did not know of a payment in a closed window. Gives the first payment that is paid or
 * refused. Throws if a payment cannot be asked about now.
 */
export async function findEnded(playerId: string): Promise<EndedPayment | null> {
  for (const payment of readPending(playerId, serverTime())) {
    if (payment.way !== 'card') continue;
    try {
      if ((await askPayment(payment)) === 'paid') return { payment, words: null };
    } catch (error) {
      const words = refusalOf(error);
      if (words) return { payment, words };
      // An API without the call never tells the end. That must not keep anybody from paying.
      if (!isApiError(error) || error.status !== 404) throw error;
    }
  }
  return null;
}
