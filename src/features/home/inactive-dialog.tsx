import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isNetworkError, isPassing } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { formatNaira, PLAN_PRICE_NAIRA, type Plan, SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { currentSession, refreshPlayer } from '../../session/session.ts';
import { subscribeByAirtime } from '../../session/subscribe.ts';
import { verifySubscription } from '../../session/verify-subscription.ts';
import styles from './inactive-dialog.module.css';

/** The operator has not decided yet: the same charge is asked for again, no other one. */
function isStillCharging(error: unknown): boolean {
  return isApiError(error, 'subscription/pending') || isApiError(error, 'subscription/running');
}

type Props = { player: User; onDone: () => void; onLeave: () => void };

const PLANS = [
  { plan: 'daily', name: 'Daily' },
  { plan: 'weekly', name: 'Weekly' },
] as const;

/** The subscription has ended: the two plans by airtime, or home (decision 26). */
export function InactiveDialog({ player, onDone, onLeave }: Props) {
  // One key a plan until it has a definite answer: a second tap never charges twice.
  const keys = useRef<Partial<Record<Plan, string>>>({});
  const subscribe = useMutation({
    mutationFn: async (plan: Plan) => {
      const phone = player.phone ?? '';
      keys.current[plan] ??= newKey();
      try {
        const subscribed = await subscribeByAirtime(phone, plan, keys.current[plan]);
        if (subscribed) return subscribed;
      } catch (error) {
        if (!isPassing(error) && !isStillCharging(error)) delete keys.current[plan];
        // Another tab or phone subscribed meanwhile: only the newer user is missing here.
        if (!isApiError(error, 'subscription/active')) throw error;
      }
      return verifySubscription(phone, currentSession().token);
    },
    onSuccess: ({ user, token }) => {
      refreshPlayer(user, token);
      toastSuccess(`You have ${formatNumber(user.pointBalance)} coins. Pick a level.`);
      onDone();
    },
    onError: (error) => {
      toastError(
        isNetworkError(error)
          ? 'No network. Try again: nothing is charged twice.'
          : error instanceof Error
            ? error.message
            : 'Unable to complete at the moment',
      );
    },
  });

  return (
    <Dialog title="Your subscription has ended" centred blocking>
      <p className={styles.lead}>
        Subscribe with your airtime. You get <b>{formatNumber(SUBSCRIPTION_COINS)} coins</b>.
      </p>
      <div className={styles.plans}>
        {PLANS.map(({ plan, name }) => (
          <Button
            key={plan}
            size="lg"
            colour={plan === 'weekly' ? 'primary' : 'line'}
            loading={subscribe.isPending && subscribe.variables === plan}
            disabled={subscribe.isPending && subscribe.variables !== plan}
            onClick={() => subscribe.mutate(plan)}
          >
            {name} {formatNaira(PLAN_PRICE_NAIRA.airtime[plan])}
          </Button>
        ))}
        <Button colour="line" onClick={onLeave}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}
