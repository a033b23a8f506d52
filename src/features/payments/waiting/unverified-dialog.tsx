import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Steps } from '../../../components/steps.tsx';
import { countdownText, useSecondsUntil } from '../../../components/use-seconds-until.ts';
import { env } from '../../../config/env.ts';
import { paths } from '../../../config/paths.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { shortReference } from '../../../lib/short-reference.ts';
import { momentText } from '../../../lib/time.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { exactNaira } from '../order.ts';
import type { PendingPayment } from '../pending-payment.ts';
import { RefusedDialog } from './refused-dialog.tsx';
import { usePaymentEnd } from './use-payment-end.ts';
import styles from './waiting.module.css';

const ASK_EVERY_MS = 30_000;

type Props = {
  payment: PendingPayment;
  asksAtOnce?: boolean;
  onEnd: (end: 'paid' | 'failed') => void;
  onLeave: () => void;
};

/** A card payment that nobody can confirm yet; there is no paying again here. */
export function UnverifiedDialog({ payment, asksAtOnce = false, onEnd, onLeave }: Props) {
  const navigate = useNavigate();
  const { isAsking, nextAt, refusal, ask } = usePaymentEnd({
    payment,
    everyMs: ASK_EVERY_MS,
    asksAtOnce,
    // What the server does not know was not expected.
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
