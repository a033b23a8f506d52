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

/** A payment that was left in the middle, found on return. */
export function PendingDialog({ payment, onConfirm, onEnd, onLater }: PendingDialogProps) {
  const isCard = payment.way === 'card';
  const isPlan = planOf(payment.product) !== null;
  const isTicket = payment.product === RUSH_TICKET;
  const { refusal } = usePaymentEnd({
    payment,
    everyMs: ASK_EVERY_MS,
    asksAtOnce: true,
    onEnd: (end) => {
      // Asking on the next return would bring no more.
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

/** A payment that never reached the server gets no message. Each payment has a message of its own. */
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
  /** The server's. */
  words: string;
  onLeave: () => void;
};

/**
 * A payment that the server has refused for good: only people can help. Once the player has seen it, it
 * is forgotten.
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

/** A card payment that nobody can confirm yet; there is no paying again here. */
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
          {/* An API without the call is asked all the same: it may have it by then. */}
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
 * Asks about payments whose window the player closed, one after the other. A player who paid in it all
 * the same is told so, and nobody else is bothered; `onRefused` where the server has words for the
 * player.
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
 * How a payment ended; `unknown`: the server never heard of it, so nothing was charged; `unseen`: an
 * API that cannot tell has been given the hint, and this phone learns no more.
 */
type PaymentEnd = 'paid' | 'failed' | 'unknown' | 'unseen';

/**
 * Asks the server, and it the provider, how a payment ended; `open` while it has not. Once it is paid, the
 * player in the reply replaces this phone's copy. A payment that has ended no longer waits on this phone,
 * unless its end is `unseen`: then the player says when. Throws ApiError, NetworkError.
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
 * Has such an API look (payments.md#an-api-without-the-status-call), with the status that it answered 'Pay' with. Its answer
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

/** An API that cannot tell looks at each hint: its player may say yes minutes after the first one. */
const HINT_EVERY_MS = 30_000;
const MOST_HINTS = 20;

type Options = {
  payment: PendingPayment;
  /** In milliseconds. */
  everyMs: number;
  /** Whether the first call goes out at once; it waits where the player has just asked. */
  asksAtOnce: boolean;
  /** It has ended; said once. */
  onEnd: (end: PaymentEnd) => void;
};

/** Asks how a payment ended, again and again by itself and whenever `ask` is called. */
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
    /** The reason why it is not asked about any more, in the server's words. */
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

/** A payment that has been paid after all, or refused for good in the server's `words`. */
export type EndedPayment = { payment: PendingPayment; words: string | null };

/**
 * Asks about the player's earlier payments by card before another one begins: a payment in a window
 * that was closed is announced, and nobody pays twice for not knowing. Gives the first that is paid or
 * refused. Throws where one cannot be asked about now.
 */
export async function findEnded(playerId: string): Promise<EndedPayment | null> {
  for (const payment of readPending(playerId, serverTime())) {
    if (payment.way !== 'card') continue;
    try {
      if ((await askPayment(payment)) === 'paid') return { payment, words: null };
    } catch (error) {
      const words = refusalOf(error);
      if (words) return { payment, words };
      // An API without the call never says: that must not keep anybody from paying.
      if (!isApiError(error) || error.status !== 404) throw error;
    }
  }
  return null;
}
