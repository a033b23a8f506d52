import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { env } from '../../../config/env.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { DEFAULT_OFFER } from '../../../offer/offer.ts';
import { offerQuery } from '../../../offer/offer-query.ts';
import { PLAN_NAMES, PLANS } from '../../../rules/money.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { startPurchase } from '../../../subscription/purchase.ts';
import { paymentsQuery } from '../api/payments.ts';
import { useSavedRead } from '../api/use-saved-read.ts';
import { CareCard } from '../care/care-card.tsx';
import { careNow, planStop } from '../care/care-now.ts';
import { Panel } from '../panel.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { History, HistoryLoading } from './history.tsx';
import { PlanCard } from './plan-card.tsx';
import styles from './plan-panel.module.css';
import { planStandingOf } from './plan-standing.ts';
import { RenewalCard } from './renewal-card.tsx';

/** The plan, what can be done about it, and what was paid (flows.md#billing-tabs). */
export function PlanPanel() {
  const player = useSignedInPlayer();
  const read = useSavedRead(useQuery(paymentsQuery(player.id)), 'Failed to retrieve your payments');
  const [isCancelling, setCancelling] = useState(false);
  const [openedAt] = useState(serverTime);
  const standing = planStandingOf(player, read.data, openedAt);
  const isLoading = read.data === undefined && !read.hasFailed;
  // An API without additions keeps no limit.
  const care = env.hasAdditions ? read.data?.care : undefined;
  const { data: offer = DEFAULT_OFFER } = useQuery({ ...offerQuery, enabled: care !== undefined });
  const stops = PLANS.map((plan) =>
    care ? planStop(careNow(care, openedAt), { plan, offer, now: openedAt }) : null,
  );
  const stop = stops.find((one) => one !== null);

  return (
    <Panel read={read}>
      <PlanCard standing={standing} isLoading={isLoading} now={openedAt} />
      {/* How high the plan's card becomes is not known yet: it would push what stands below it. */}
      {isLoading ? (
        <HistoryLoading />
      ) : (
        <>
          <div className={styles.plans}>
            {PLANS.map((plan, index) => (
              <Button
                key={plan}
                icon={standing.isActive || stops[index] ? 'lock' : undefined}
                colour={plan === 'weekly' ? 'primary' : 'line'}
                disabled={standing.isActive || stops[index] !== null}
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
          {!standing.isActive && stop && <p className={styles.reason}>{stop}</p>}
          {standing.plan && <RenewalCard player={player} plan={standing.plan} now={openedAt} />}
          {standing.canCancel && (
            <Button colour="danger" onClick={() => setCancelling(true)}>
              Cancel Subscription
            </Button>
          )}
          {care && (
            <CareCard playerId={player.id} care={care} plan={standing.plan} now={openedAt} />
          )}
          <History payments={read.data?.history} now={openedAt} />
        </>
      )}
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
