import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmailField } from '../../../components/email-field.tsx';
import { Hint } from '../../../components/hint.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import type { User } from '../../../contract/user.ts';
import { EMAIL_FAULT, isEmail } from '../../../rules/players.ts';
import { cardSums, exactNaira, type Order } from '../order.ts';
import { Sums } from '../sums.tsx';
import { RefusedDialog } from '../waiting/refused-dialog.tsx';
import { UnverifiedDialog } from '../waiting/unverified-dialog.tsx';
import styles from './card-dialog.module.css';
import { useCard } from './use-card.ts';

type Props = { player: User; order: Order; onPaid: () => void; onClose: () => void };

/** 'Pay by card': the email, the sum, then the provider's window (flows.md#card-payment). */
export function CardDialog({ player, order, onPaid, onClose }: Props) {
  const { state, type, pay, end, giveUp } = useCard(player, order, onPaid);
  const { step, email, kobo, feeKobo, fault, payment, words } = state;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault === 'email') field.current?.focus();
  }, [fault]);

  if (step === 'opening') return <OpeningDialog onClose={giveUp} />;
  // The provider's window lies beside the app, which a dialog of ours would keep out of reach.
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

/** Most windows are there before; a player who still waits is told how to get out. */
const SLOW_AFTER_MS = 8000;

/** The provider's window is on its way: until it is there, the way back is ours. */
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
