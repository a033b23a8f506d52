import { Button } from '../../../components/button.tsx';
import type { User } from '../../../contract/user.ts';
import {
  DEFAULT_PRICES,
  formatNaira,
  PLAN_NAMES,
  PLANS,
  SUBSCRIPTION_COINS,
} from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import styles from './plan-choice.module.css';
import { useSubscribe } from './use-subscribe.ts';

/** The two plans by airtime, each a button (flows.md#your-subscription-has-ended). */
export function PlanChoice({ player, onDone }: { player: User; onDone: () => void }) {
  const subscribe = useSubscribe(player, onDone);
  return (
    <>
      <p className={styles.lead}>
        Subscribe with your airtime. You get <b>{formatNumber(SUBSCRIPTION_COINS)} coins</b>.
      </p>
      <div className={styles.plans}>
        {PLANS.map((plan) => (
          <Button
            key={plan}
            size="lg"
            colour={plan === 'weekly' ? 'primary' : 'line'}
            loading={subscribe.isPending && subscribe.variables === plan}
            disabled={subscribe.isPending && subscribe.variables !== plan}
            onClick={() => subscribe.mutate(plan)}
          >
            {PLAN_NAMES[plan]} {formatNaira(DEFAULT_PRICES.plans.airtime[plan])}
          </Button>
        ))}
      </div>
    </>
  );
}
