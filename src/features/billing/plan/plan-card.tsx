import { Tag } from '../../../components/chip.tsx';
import { cx } from '../../../components/cx.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import { TicketStub } from '../../../components/ticket-stub.tsx';
import type { RunningPlan } from '../../../contract/payments.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { formatNaira, PLAN_NAMES, SUBSCRIPTION_COINS } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import styles from './plan-card.module.css';
import type { PlanStanding } from './plan-standing.ts';

const EACH = { daily: 'a day', weekly: 'a week' } as const;

type Props = { standing: PlanStanding; isLoading: boolean; now: number };

/** The plan as a ticket: its name, what it costs, until when. `now` is in epoch milliseconds. */
export function PlanCard({ standing: { isActive, plan }, isLoading, now }: Props) {
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
