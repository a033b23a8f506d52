import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { PLAN_NAMES, PLANS } from '../../../rules/money.ts';
import { startPurchase } from '../../../session/purchase.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { paymentsQuery } from '../api/payments.ts';
import { useSavedRead } from '../api/use-saved-read.ts';
import { Panel } from '../panel.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { History } from './history.tsx';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-panel.module.css';
import { RenewalCard } from './renewal-card.tsx';
import { standingOf } from './standing.ts';

/** The plan, what can be done about it, and what was paid (flows.md#billing-tabs). */
export function PlanPanel() {
  const player = useSignedInPlayer();
  const read = useSavedRead(useQuery(paymentsQuery(player.id)), 'Failed to retrieve your payments');
  const [isCancelling, setCancelling] = useState(false);
  const [openedAt] = useState(Date.now);
  const standing = standingOf(player, read.data, openedAt);
  const isLoading = read.data === undefined && !read.hasFailed;

  return (
    <Panel read={read}>
      <PlanCard standing={standing} isLoading={isLoading} now={openedAt} />
      <div className={styles.plans}>
        {PLANS.map((plan) => (
          <Button
            key={plan}
            icon={standing.isActive ? 'lock' : undefined}
            colour={plan === 'weekly' ? 'primary' : 'line'}
            disabled={standing.isActive}
            onClick={() => startPurchase({ what: 'plan', plan, door: 'billing' })}
          >
            {PLAN_NAMES[plan]}
          </Button>
        ))}
      </div>
      {standing.isActive && (
        <p className={styles.reason}>
          You have a plan now. You can pick a new one when it ends.
          {standing.plan && !standing.canCancel && ' It ends by itself.'}
        </p>
      )}
      {!isLoading && standing.plan && (
        <RenewalCard player={player} plan={standing.plan} now={openedAt} />
      )}
      {!isLoading && standing.canCancel && (
        <Button colour="danger" onClick={() => setCancelling(true)}>
          Cancel Subscription
        </Button>
      )}
      <History payments={read.data?.history} isLoading={isLoading} now={openedAt} />
      {isCancelling && (
        <CancelDialog
          player={player}
          until={standing.plan?.endsAt ?? null}
          now={openedAt}
          onClose={() => setCancelling(false)}
        />
      )}
    </Panel>
  );
}
