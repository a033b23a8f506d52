import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Button, LinkButton, Spinner } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { countdownText, useSecondsUntil } from '../../components/hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { Notice } from '../../components/notice.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import type { Wallet } from '../../contract/mobile-money.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { shortReference } from '../../lib/short-reference.ts';
import {
  formatNaira,
  KOBO_PER_NAIRA,
  MOBILE_MONEY_MIN_NAIRA,
  nairaToKobo,
  PLAN_DAYS,
  PLAN_NAMES,
  PLANS,
  type Plan,
  type Prices,
  planOf,
  RUSH_TICKET,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import {
  formatPhone,
  PHONE_FORM_MESSAGE,
  to234Form,
  toZeroForm,
  ZERO_FORM_DIGITS,
} from '../../rules/phone.ts';
import styles from './mobile-money.module.css';
import {
  broughtName,
  exactNaira,
  IN_PLACE,
  type Order,
  orderName,
  Sums,
  saidBy,
} from './order.tsx';
import type { PendingPayment } from './pending-payment.ts';
import { usePaymentEnd } from './waiting.tsx';
import type { WalletEvent } from './wallet.tsx';
import {
  type Bill,
  chargesQuery,
  payerPhone,
  resendDoi,
  totalKoboOf,
  UNABLE,
  UNSEEN,
  walletName,
  walletQuery,
} from './wallet-calls.ts';
import walletStepsStyles from './wallet-steps.module.css';

const DIALS = [
  { platform: 'SmartCash', line: 'Airtel line', code: '*939#' },
  { platform: 'MoMo', line: 'MTN line', code: '*671#' },
] as const;

type PhoneStepProps = {
  playerId: string;
  digits: string;
  onType: (digits: string) => void;
  onRecognise: (wallet: Wallet) => void;
  onOtherWay: () => void;
};

/** Asks for the number whose wallet pays. The wallet is looked up when the last digit is typed. */
export function PhoneStep({ playerId, digits, onType, onRecognise, onOtherWay }: PhoneStepProps) {
  const isWhole = digits.length === ZERO_FORM_DIGITS;
  const isReadable = isWhole && digits.startsWith('0');
  const { data, error, isFetching, refetch } = useQuery({
    ...walletQuery(playerId, digits),
    enabled: isReadable,
  });
  const isUnregistered = isApiError(error, 'mobile-money/not-registered');
  return (
    <>
      {/* There is no maxLength, because it would cut a pasted "+234 803 000 0000" before it is read. */}
      <TextField
        label="Mobile money number"
        aside={`${digits.length} of ${ZERO_FORM_DIGITS}`}
        name="wallet"
        type="tel"
        inputMode="numeric"
        autoComplete="tel"
        value={digits}
        onChange={({ target }) => onType(toZeroForm(target.value))}
        trailing={
          isFetching && (
            <span className={styles.looking}>
              <Spinner />
              <span className="vh">Please wait</span>
            </span>
          )
        }
        error={
          isWhole && !isReadable ? PHONE_FORM_MESSAGE : isFetching ? null : wordsOf(error, digits)
        }
      />
      {data && !isFetching && (
        <>
          <Notice kind="ok" role="status">
            Is this you?
            <b className={styles.name}>{walletName(data)}</b>
            {data.platform}, {formatPhone(to234Form(digits))}
          </Notice>
          <Button size="lg" onClick={() => onRecognise(data)}>
            Yes, continue
          </Button>
          <p className={styles.foot}>Nothing is charged yet.</p>
        </>
      )}
      {isUnregistered && !isFetching && (
        <div>
          <p>Open a wallet on your phone first. Dial:</p>
          {DIALS.map(({ platform, line, code }) => (
            <a key={code} className={styles.dial} href={`tel:${code.replace('#', '%23')}`}>
              <Icon name="phone" />
              <span>
                <strong>{platform}</strong> <span className={styles.caption}>{line}</span>
              </span>
              <b>{code}</b>
            </a>
          ))}
        </div>
      )}
      {error && (
        <>
          <Button loading={isFetching} onClick={() => void refetch()}>
            Check again
          </Button>
          <Button colour="line" onClick={onOtherWay}>
            Pay another way
          </Button>
        </>
      )}
    </>
  );
}

function wordsOf(error: unknown, digits: string): string | null {
  if (!error) return null;
  if (isApiError(error, 'mobile-money/not-registered'))
    return `${digits} is not registered on Airtel Smartcash or MTN MoMo`;
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : saidBy(error, UNABLE);
}

type PlanStepProps = {
  /** The heading takes the focus when the step is shown. */
  heading: RefObject<HTMLHeadingElement | null>;
  playerId: string;
  prices: Prices;
  order: Order;
  digits: string;
  wallet: Wallet;
  /** Whether an earlier try at this payment has failed. */
  hasFailed: boolean;
  isPaying: boolean;
  /** A payment is under way and its end is not known, so the player cannot choose another plan. */
  isFixed: boolean;
  onPlan: (plan: Plan) => void;
  onPay: (bill: Bill) => void;
};

/** The sum of the payment: the price and the charges of this wallet. */
export function PlanStep(props: PlanStepProps) {
  const { heading, playerId, prices, order, digits, wallet, hasFailed } = props;
  const { isPaying, isFixed, onPlan, onPay } = props;
  const { quote } = order;
  const amount = quote.kobo / KOBO_PER_NAIRA;
  const least = MOBILE_MONEY_MIN_NAIRA[wallet.platform];
  const charges = useQuery({
    ...chargesQuery(playerId, digits, amount),
    enabled: amount >= least,
  });
  const bill: Bill | undefined = charges.data && {
    order,
    msisdn: digits,
    wallet,
    charges: charges.data,
  };
  const fault = faultOf(amount < least ? least : null, charges.error);
  const body = (
    <div className={styles.stack}>
      <h3 ref={heading} tabIndex={-1} className="vh">
        What you pay
      </h3>
      <p className={styles.from}>
        From <b>{walletName(wallet)}</b>, {wallet.platform} {formatPhone(to234Form(digits))}. You
        get <b>{broughtName(quote)}</b>.
      </p>
      {bill && (
        <Sums
          rows={[
            [orderName(quote), quote.kobo],
            ['Operator charge', nairaToKobo(bill.charges.operatorCharge)],
            ['Service charge', nairaToKobo(bill.charges.serviceCharge)],
          ]}
        />
      )}
      {charges.isLoading && <Spinner />}
      {(fault || hasFailed) && (
        <Notice kind="bad" role="alert">
          {fault ?? UNABLE}
        </Notice>
      )}
      {charges.error && (
        <Button loading={charges.isFetching} onClick={() => void charges.refetch()}>
          Try again
        </Button>
      )}
      {bill && (
        <>
          <Button size="lg" loading={isPaying || charges.isFetching} onClick={() => onPay(bill)}>
            Pay {exactNaira(totalKoboOf(bill))}
          </Button>
          <p className={styles.foot}>Then you enter your PIN on your phone.</p>
        </>
      )}
    </div>
  );
  if (!quote.plan) return body;
  return (
    <Tabs
      look="segments"
      label="Plan"
      tabs={PLANS.map((plan) => ({
        value: plan,
        label: (
          <>
            {PLAN_NAMES[plan]}
            <small>{formatNaira(prices.plans['mobile-money'][plan])}</small>
          </>
        ),
      }))}
      value={quote.plan}
      onChange={(plan) => !isFixed && onPlan(plan)}
    >
      {body}
    </Tabs>
  );
}

function faultOf(least: number | null, error: unknown): string | null {
  if (least !== null) return `the minimum amount is ₦${least}`;
  if (!error) return null;
  return isNetworkError(error) ? NO_NETWORK_MESSAGE : saidBy(error, UNABLE);
}

/** How often the payment's status is asked for, in milliseconds (payments.md#mobile-money). */
const POLL_MS = 7000;

type ConfirmStepProps = {
  /** The heading takes the focus when the step is shown. */
  heading: RefObject<HTMLHeadingElement | null>;
  payment: PendingPayment;
  fault: string | null;
  isUnseen?: boolean;
  resendAt: number;
  /** Whether the payment was found on return. Its status is then asked for at once. */
  isResumed: boolean;
  dispatch: (event: WalletEvent) => void;
  /** Called when the player leaves a payment of which this phone learns no more. */
  onLeave: () => void;
};

/** Waits for the DOI: the payer says yes on their own phone. */
export function ConfirmStep({
  heading,
  payment,
  fault: said,
  isUnseen,
  resendAt,
  isResumed,
  dispatch,
  onLeave,
}: ConfirmStepProps) {
  const left = useSecondsUntil(resendAt);
  const { ask, refusal } = usePaymentEnd({
    payment,
    everyMs: POLL_MS,
    asksAtOnce: isResumed,
    onEnd: (outcome) => {
      if (outcome === 'unseen') return dispatch({ type: 'unseen' });
      if (outcome === 'paid') toastSuccess('Transaction Successful', IN_PLACE);
      else toastError(UNABLE, IN_PLACE);
      dispatch({ type: outcome === 'paid' ? 'paid' : 'failed' });
    },
  });
  const fault = said ?? refusal;
  const confirm = useMutation({
    mutationFn: ask,
    onSuccess: ({ isOpen, end, error }) => {
      if (isOpen || end === 'unseen')
        dispatch({ type: 'not-confirmed', fault: saidBy(error, 'Unable to verify payment') });
    },
  });
  const resend = useMutation({
    mutationFn: (key: string) => resendDoi(payment.reference, key),
    onSuccess: (at) => {
      toastSuccess('DOI resend successful', IN_PLACE);
      dispatch({ type: 'resend-at', resendAt: at });
    },
    onError: (error) => {
      toastError(saidBy(error, 'unable to resend DOI'), IN_PLACE);
      const waitMs = isApiError(error) ? error.retryAfterMs : null;
      if (waitMs) dispatch({ type: 'resend-at', resendAt: Date.now() + waitMs });
    },
  });
  const charges = payment.totalKobo - payment.kobo;
  return (
    <div className={styles.stack}>
      <div className={styles.prompt}>
        <PromptDrawing />
        <div>
          <h3 ref={heading} tabIndex={-1} className={styles.heading}>
            Check your phone
          </h3>
          <p className={styles.from}>
            We sent a message to <b>{payerPhone(payment)}</b>. Open it and enter your PIN.
          </p>
        </div>
      </div>
      <Sums
        rows={[
          [orderName(payment), payment.kobo],
          ['Charges', charges],
        ]}
      />
      {fault ? (
        <Notice kind="bad" role="alert">
          {fault}
        </Notice>
      ) : (
        !isUnseen && (
          <p className={styles.wait} role="status">
            <Spinner />
            <span>Waiting for you to say yes on your phone</span>
          </p>
        )
      )}
      {isUnseen && (
        <Notice role="status">
          {UNSEEN} If it does not, write to us with <b>{payment.reference}</b>.
        </Notice>
      )}
      <Button size="lg" loading={confirm.isPending} onClick={() => confirm.mutate()}>
        {fault ? 'Retry confirmation' : 'Confirm payment'}
      </Button>
      {isUnseen && (
        <Button colour="line" onClick={onLeave}>
          Done
        </Button>
      )}
      <p className={styles.resend}>
        <LinkButton disabled={left > 0 || resend.isPending} onClick={() => resend.mutate(newKey())}>
          Resend DOI{left > 0 && ` in ${countdownText(left)}`}
        </LinkButton>
      </p>
    </div>
  );
}

/** 'Done' fetches fresh data, since a reload costs seconds on 2G and shows the same. */
export function DoneDialog({ payment, onDone }: { payment: PendingPayment; onDone: () => void }) {
  const queryClient = useQueryClient();
  const plan = planOf(payment.product);
  const days = plan && PLAN_DAYS[plan];
  const done = () => {
    void queryClient.invalidateQueries();
    onDone();
  };
  return (
    <Dialog title="TRANSACTION SUCCESSFUL!" head={<PaidDrawing />} centred blocking>
      <div className={styles.final}>
        {payment.product === RUSH_TICKET ? (
          <p>
            <b className={styles.gold}>+1</b> <span>{orderName(payment)}</span>
          </p>
        ) : (
          <p>
            <b className={styles.gold}>+{formatNumber(payment.coins)}</b> <span>coins</span>
          </p>
        )}
        {days && (
          <p>
            <b>{days === 1 ? '1 day' : `${days} days`}</b> <span>{orderName(payment)}</span>
          </p>
        )}
      </div>
      <ul className={styles.facts}>
        <li>
          <span>You paid</span> <b>{exactNaira(payment.totalKobo)}</b>
        </li>
        <li>
          <span>From</span>{' '}
          <b>
            {payment.payer?.platform}, {payerPhone(payment)}
          </b>
        </li>
        <li>
          <span>Reference</span> <b>{shortReference(payment.reference)}</b>
        </li>
      </ul>
      <Button size="lg" onClick={done}>
        Done
      </Button>
    </Dialog>
  );
}

/** Draws a message on a phone. */
function PromptDrawing() {
  return (
    <svg
      viewBox="0 0 76 88"
      width="76"
      height="88"
      className={walletStepsStyles.phone}
      aria-hidden="true"
    >
      <path
        className={walletStepsStyles.body}
        d="M8 2h46a6 6 0 0 1 6 6v72a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z"
      />
      <path className={walletStepsStyles.screen} d="M8 12h46v58H8z" />
      <circle className={walletStepsStyles.button} cx="31" cy="78" r="4" />
      <path
        className={walletStepsStyles.bubble}
        d="M20 22h50a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H38l-8 8v-8H20a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4z"
      />
      <path className={walletStepsStyles.text} d="M24 30h26v4H24zM24 38h38v4H24z" />
      <path className={walletStepsStyles.ok} d="M24 46h16v5H24z" />
    </svg>
  );
}

/** Draws a tick on a phone, with coins next to it. */
function PaidDrawing() {
  return (
    <svg viewBox="0 0 128 112" width="128" height="112" aria-hidden="true">
      <path
        className={walletStepsStyles.body}
        d="M32 2h46a6 6 0 0 1 6 6v92a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z"
      />
      <path className={walletStepsStyles.screen} d="M32 12h46v76H32z" />
      <circle className={walletStepsStyles.button} cx="55" cy="97" r="4" />
      <circle className={walletStepsStyles.ok} cx="55" cy="48" r="26" />
      <path className={walletStepsStyles.tick} d="M42 49l9 9 18-19" />
      {[98, 90, 82].map((y) => (
        <g key={y}>
          <ellipse className={walletStepsStyles.edge} cx="100" cy={y} rx="20" ry="7" />
          <ellipse className={walletStepsStyles.gold} cx="100" cy={y - 3} rx="20" ry="7" />
        </g>
      ))}
    </svg>
  );
}
