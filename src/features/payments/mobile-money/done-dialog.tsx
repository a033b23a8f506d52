import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { shortReference } from '../../../lib/short-reference.ts';
import { PLAN_DAYS, planOf, RUSH_TICKET } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { exactNaira, orderName } from '../order.ts';
import type { PendingPayment } from '../pending-payment.ts';
import { payerPhone } from '../waiting/payer.ts';
import { PaidDrawing } from './drawings.tsx';
import styles from './mobile-money.module.css';

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
