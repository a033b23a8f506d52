import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Steps } from '../../../components/steps.tsx';
import { toastError, toastInfo, toastSuccess } from '../../../components/toast.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { momentText } from '../../../lib/time.ts';
import { planOf, RUSH_TICKET } from '../../../rules/money.ts';
import type { PaymentEnd } from '../api/ask-payment.ts';
import { UNSEEN } from '../mobile-money/texts.ts';
import { broughtName, exactNaira, orderName } from '../order.ts';
import { forgetPending, type PendingPayment } from '../pending-payment.ts';
import { payerPhone } from './payer.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { usePaymentEnd } from './use-payment-end.ts';
import styles from './waiting.module.css';

const ASK_EVERY_MS = 30_000;

type Props = {
  payment: PendingPayment;
  onConfirm: () => void;
  onEnd: (end: PaymentEnd) => void;
  onLater: () => void;
};

/** A payment that was left in the middle, found on return. */
export function PendingDialog({ payment, onConfirm, onEnd, onLater }: Props) {
  const isCard = payment.way === 'card';
  const isPlan = planOf(payment.product) !== null;
  const isTicket = payment.product === RUSH_TICKET;
  const { refusal } = usePaymentEnd({
    payment,
    everyMs: ASK_EVERY_MS,
    asksAtOnce: true,
    onEnd: (end) => {
      // Asking on the next return would tell no more.
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

/** Of a payment that never reached the server there is nothing to say. Each has a word of its own. */
function tell({ way, reference: id }: PendingPayment, end: PaymentEnd): void {
  const isCard = way === 'card';
  if (end === 'paid')
    toastSuccess(isCard ? 'Payment made successfully' : 'Transaction Successful', { id });
  if (end === 'unseen') toastInfo(UNSEEN, { id });
  if (end === 'failed')
    toastError(isCard ? 'Error processing payment' : 'Unable to complete at the moment', { id });
}
