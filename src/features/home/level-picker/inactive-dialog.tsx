import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { PLAN_NAMES, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { startPurchase } from '../../../subscription/purchase.ts';
import { useInactiveTitle } from '../../../subscription/use-inactive-title.ts';

/** The two plans, or home (flows.md#your-subscription-has-ended). */
export function InactiveDialog({ onLeave }: { onLeave: () => void }) {
  const title = useInactiveTitle();
  return (
    <ChoiceDialog
      title={title}
      lead={
        <>
          {PLAN_NAMES.daily} or {PLAN_NAMES.weekly}: you get{' '}
          <b>{formatNumber(SUBSCRIPTION_COINS)} coins</b>.
        </>
      }
    >
      <Button size="lg" onClick={() => startPurchase({ what: 'plan', door: 'level' })}>
        Start Subscription
      </Button>
      <Button colour="line" onClick={onLeave}>
        Go Home
      </Button>
    </ChoiceDialog>
  );
}
