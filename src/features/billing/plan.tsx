import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, cx } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Coin, TicketStub } from '../../components/marks.tsx';
import { Skeleton } from '../../components/page.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import type { Payment, RunningPlan } from '../../contract/payments.ts';
import type { User } from '../../contract/user.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import { DEFAULT_OFFER } from '../../offer/offer.ts';
import { offerQuery } from '../../offer/prizes-offer.tsx';
import {
  formatKobo,
  formatNaira,
  nairaToKobo,
  PLAN_NAMES,
  PLANS,
  SUBSCRIPTION_COINS,
} from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { refreshPlayer, useSignedInPlayer } from '../../session/session.ts';
import { startPurchase } from '../../subscription/asked-plan.ts';
import { Panel } from './parts.tsx';
import styles from './plan.module.css';
import { cancelPlan, type Payments, paymentsQuery, useSavedRead } from './reads.ts';
import { RenewalCard } from './renewal.tsx';
import { limitsNow, planStop, SpendingLimitsCard } from './spending-limits.tsx';

/** Shows the plan, what the player can do with it, and past payments (billing.md#billing-tabs). */
export function PlanPanel() {
  const player = useSignedInPlayer();
  const read = useSavedRead(useQuery(paymentsQuery(player.id)), 'Failed to retrieve your payments');
  const [isCancelling, setCancelling] = useState(false);
  const [openedAt] = useState(serverTime);
  const planState = planStateOf(player, read.data, openedAt);
  const isLoading = read.data === undefined && !read.hasFailed;
  // An API without additions has no spending limits.
  const care = env.hasAdditions ? read.data?.care : undefined;
  const { data: offer = DEFAULT_OFFER } = useQuery({ ...offerQuery, enabled: care !== undefined });
  const stops = PLANS.map((plan) =>
    care ? planStop(limitsNow(care, openedAt), { plan, offer, now: openedAt }) : null,
  );
  const stop = stops.find((one) => one !== null);

  return (
    <Panel read={read}>
      <PlanCard planState={planState} isLoading={isLoading} now={openedAt} />
      {/* Until the plan's card is there its height is unknown, and it would push anything below it. */}
      {isLoading ? (
        <HistoryLoading />
      ) : (
        <>
          <div className={styles.plans}>
            {PLANS.map((plan, index) => (
              <Button
                key={plan}
                icon={planState.isActive || stops[index] ? 'lock' : undefined}
                colour={plan === 'weekly' ? 'primary' : 'line'}
                disabled={planState.isActive || stops[index] !== null}
                onClick={() => startPurchase({ what: 'plan', plan, door: 'billing' })}
              >
                {PLAN_NAMES[plan]}
              </Button>
            ))}
          </div>
          {planState.isActive && (
            <p className={styles.reason}>
              You have a plan now. You can pick a new one when it ends.
              {planState.plan && !planState.canCancel && ' It ends by itself.'}
            </p>
          )}
          {!planState.isActive && stop && <p className={styles.reason}>{stop}</p>}
          {planState.plan && <RenewalCard player={player} plan={planState.plan} now={openedAt} />}
          {planState.canCancel && (
            <Button colour="danger" onClick={() => setCancelling(true)}>
              Cancel Subscription
            </Button>
          )}
          {care && (
            <SpendingLimitsCard
              playerId={player.id}
              care={care}
              plan={planState.plan}
              now={openedAt}
            />
          )}
          <History payments={read.data?.history} now={openedAt} />
        </>
      )}
      {isCancelling && (
        <CancelDialog
          player={player}
          until={planState.plan?.endsAt ?? null}
          now={openedAt}
          onClose={() => setCancelling(false)}
        />
      )}
    </Panel>
  );
}

const EACH = { daily: 'a day', weekly: 'a week' } as const;

type PlanCardProps = { planState: PlanState; isLoading: boolean; now: number };

/** Shows the plan's name, price and end on a ticket. `now` is in epoch milliseconds. */
function PlanCard({ planState: { isActive, plan }, isLoading, now }: PlanCardProps) {
  return (
    <section className={cx('on-night', styles.ticket)} aria-label="Current plan">
      <div className={styles.main}>
        <p className={styles.small}>Current plan</p>
        {isLoading ? (
          <Skeleton className={styles.waiting} />
        ) : (
          <>
            <p className={styles.name}>{nameOf(isActive, plan)}</p>
            {plan?.isCancelled ? (
              <p>Cancelled. Yours until {dayAndTimeText(Date.parse(plan.endsAt), now)}</p>
            ) : (
              isActive && (
                <Tag icon="check" tone="ok">
                  Active
                </Tag>
              )
            )}
            {plan && !plan.isCancelled && (
              <p className={styles.until}>Until {dayAndTimeText(Date.parse(plan.endsAt), now)}</p>
            )}
          </>
        )}
      </div>
      {!isLoading && plan && (
        <TicketStub className={styles.stub}>
          <b className={styles.price}>{formatNaira(plan.naira)}</b>
          <span className={styles.small}>{EACH[plan.plan]}</span>
          <span className={styles.coins}>{formatNumber(SUBSCRIPTION_COINS)} coins</span>
        </TicketStub>
      )}
    </section>
  );
}

function nameOf(isActive: boolean, plan: RunningPlan | null | undefined): string {
  if (plan) return PLAN_NAMES[plan.plan];
  return isActive ? 'Subscription' : 'No plan';
}

/** The facts that decide what the plan panel says and offers. */
type PlanState = {
  isActive: boolean;
  /** The running plan, if the API says which it is. */
  plan: Payments['plan'];
  canCancel: boolean;
};

/**
 * Gives the state of the player's plan at `now` (epoch ms): from the API's plan if it sends one, otherwise
 * from the player. A plan can be cancelled only if the operator or we renew it (subscription.md#cancelling).
 */
function planStateOf(
  player: Pick<User, 'isActive'>,
  payments: Payments | undefined,
  now: number,
): PlanState {
  const told = payments?.plan;
  if (told === undefined) {
    const isActive = player.isActive ?? false;
    return { isActive, plan: undefined, canCancel: isActive };
  }
  if (told === null || Date.parse(told.endsAt) <= now) {
    return { isActive: false, plan: null, canCancel: false };
  }
  const isRenewed = told.renews || told.way === 'airtime';
  return { isActive: true, plan: told, canCancel: isRenewed && !told.isCancelled };
}

type CancelDialogProps = {
  player: User;
  /** The end of the paid plan; `null` if the API does not say. */
  until: string | null;
  now: number;
  onClose: () => void;
};

/** Asks the player to confirm before the renewal is ended (subscription.md#cancelling). */
function CancelDialog({ player, until, now, onClose }: CancelDialogProps) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: cancelPlan,
    onSuccess: ({ user, token }) => {
      refreshPlayer(user, token);
      toastSuccess('Subscription cancelled successfully');
      onClose();
    },
    onError: () => toastError('Unable to cancel payment'),
    // The server may have cancelled although its answer was lost, so the plan is read again.
    onSettled: () => void client.invalidateQueries({ queryKey: paymentsQuery(player.id).queryKey }),
  });
  const end = until === null ? 'its end' : dayAndTimeText(Date.parse(until), now);
  return (
    <ChoiceDialog
      title="Cancel Subscription?"
      lead={
        <>
          What is paid stays yours until <b>{end}</b>. After that nothing more is charged.
        </>
      }
      onClose={onClose}
    >
      <Button colour="red" loading={cancel.isPending} onClick={() => cancel.mutate(newKey())}>
        Cancel Subscription
      </Button>
      <Button colour="line" disabled={cancel.isPending} onClick={onClose}>
        Keep my plan
      </Button>
    </ChoiceDialog>
  );
}

type HistoryProps = {
  /** `undefined` if the payments could not be read. */
  payments: Payment[] | undefined;
  now: number;
};

/** The player's payments, as the API lists them. */
function History({ payments, now }: HistoryProps) {
  if (!payments) return null;
  return (
    <section>
      <h2 className={styles.heading}>Billing History</h2>
      <Rows payments={payments} now={now} />
    </section>
  );
}

function HistoryLoading() {
  return (
    <div role="status" aria-label="Loading your payments">
      <Skeleton shape="block" className={styles.historySkeleton} />
    </div>
  );
}

function Rows({ payments, now }: { payments: Payment[]; now: number }) {
  if (payments.length === 0) {
    return (
      <EmptyState
        heading="h3"
        art={<Coin size={72} />}
        title="No payments have been made yet"
        help="Plans and coins that you buy are listed here."
      />
    );
  }
  return (
    <ul className={styles.rows}>
      {payments.map(({ description, amount, createdAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the API sends payments without ids.
        <li key={index} className={styles.row}>
          <b className={styles.what}>{description || 'Payment'}</b>
          <span className={styles.amount}>{formatKobo(nairaToKobo(amount))}</span>
          <span className={styles.when}>{dayAndTimeText(Date.parse(createdAt), now)}</span>
        </li>
      ))}
    </ul>
  );
}
