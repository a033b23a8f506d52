import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { PLAN_NAMES, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { startPurchase } from '../../../session/purchase.ts';
import { useInactiveTitle } from '../../../session/use-inactive-title.ts';
import styles from './inactive-dialog.module.css';

/** The two plans, or home (flows.md#your-subscription-has-ended). */
export function InactiveDialog({ onLeave }: { onLeave: () => void }) {
  const title = useInactiveTitle();
  return (
    <Dialog title={title} centred blocking>
      <p className={styles.lead}>
        {PLAN_NAMES.daily} or {PLAN_NAMES.weekly}: you get{' '}
        <b>{formatNumber(SUBSCRIPTION_COINS)} coins</b>.
      </p>
      <div className={styles.ways}>
        <Button size="lg" onClick={() => startPurchase({ what: 'plan', door: 'level' })}>
          Start Subscription
        </Button>
        <Button colour="line" onClick={onLeave}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}
