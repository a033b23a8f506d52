import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { Button, LinkButton } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import { countdownText, useSecondsUntil } from '../../../components/use-seconds-until.ts';
import { isApiError } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { resendDoi } from '../api/mobile-money.ts';
import { IN_PLACE } from '../in-place.ts';
import { orderName } from '../order.ts';
import type { PendingPayment } from '../pending-payment.ts';
import { saidBy } from '../said-by.ts';
import { Sums } from '../sums.tsx';
import { payerPhone } from '../waiting/payer.ts';
import { usePaymentEnd } from '../waiting/use-payment-end.ts';
import { PromptDrawing } from './drawings.tsx';
import styles from './mobile-money.module.css';
import { UNABLE, UNSEEN } from './texts.ts';
import type { WalletEvent } from './wallet-reducer.ts';

/** How often the payment's status is asked for, in milliseconds (flows.md#mobile-money). */
const POLL_MS = 7000;

type Props = {
  /** Takes the focus when the step comes. */
  heading: RefObject<HTMLHeadingElement | null>;
  payment: PendingPayment;
  fault: string | null;
  isUnseen?: boolean;
  resendAt: number;
  /** Found on return: how it stands is asked at once. */
  isResumed: boolean;
  dispatch: (event: WalletEvent) => void;
  /** The player leaves a payment that this phone learns no more of. */
  onLeave: () => void;
};

/** The DOI: the yes on the payer's own phone. */
export function ConfirmStep({
  heading,
  payment,
  fault: said,
  isUnseen,
  resendAt,
  isResumed,
  dispatch,
  onLeave,
}: Props) {
  const left = useSecondsUntil(resendAt);
  const { ask, refusal } = usePaymentEnd({
    payment,
    everyMs: POLL_MS,
    asksAtOnce: isResumed,
    onEnd: (standing) => {
      if (standing === 'unseen') return dispatch({ type: 'unseen' });
      if (standing === 'paid') toastSuccess('Transaction Successful', IN_PLACE);
      else toastError(UNABLE, IN_PLACE);
      dispatch({ type: standing === 'paid' ? 'paid' : 'failed' });
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
