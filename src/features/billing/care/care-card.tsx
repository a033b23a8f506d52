import { useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Meter } from '../../../components/meter.tsx';
import { Notice } from '../../../components/notice.tsx';
import type { Care } from '../../../contract/care.ts';
import type { RunningPlan } from '../../../contract/payments.ts';
import { dayAndTimeText, dayText } from '../../../lib/time.ts';
import { DAY_MS } from '../../../rules/calendar.ts';
import { BREAK_DAYS } from '../../../rules/care.ts';
import { formatKobo, formatNaira, nairaToKobo } from '../../../rules/money.ts';
import { BreakDialog } from './break-dialog.tsx';
import styles from './care-card.module.css';
import { type CareNow, careNow } from './care-now.ts';
import { LimitDialog } from './limit-dialog.tsx';

const STOPPED: Readonly<Record<NonNullable<Care['stopped']>['by'], string>> = {
  limit: 'Your weekly limit had no room for it.',
  break: 'You were on a break from buying.',
  'under-age': 'You must be 18 to buy.',
};

type Props = {
  playerId: string;
  care: Care;
  plan: RunningPlan | null | undefined;
  now: number;
};

/** 'Spend with care': the weekly limit and the break that the player sets (flows.md#care). */
export function CareCard({ playerId, care, plan, now }: Props) {
  const id = useId();
  const [asking, setAsking] = useState<'limit' | 'break' | null>(null);
  const close = () => setAsking(null);
  const standing = careNow(care, now);
  const { limit, breakUntil } = standing;
  const breaks = BREAK_DAYS.filter((days) => now + days * DAY_MS > (breakUntil ?? 0));
  return (
    <section className={styles.card} aria-labelledby={`${id}-name`}>
      <h2 id={`${id}-name`} className={styles.name}>
        Spend with care
      </h2>
      {care.stopped && !plan && (
        <Notice kind="warn" title="Your plan did not renew">
          {STOPPED[care.stopped.by]} Nothing was charged.
        </Notice>
      )}
      {breakUntil !== null && (
        <Notice icon="clock" title="You are on a break">
          You can buy nothing until <b>{dayAndTimeText(breakUntil, now)}</b>. You can go on playing.
          {plan?.renews && Date.parse(plan.endsAt) < breakUntil && ' Your plan will not renew.'}
        </Notice>
      )}
      <Spent standing={standing} now={now} />
      <div className={styles.ways}>
        <Button colour="line" onClick={() => setAsking('limit')}>
          {limit === null ? 'Set a weekly limit' : 'Change limit'}
        </Button>
        {breaks.length > 0 && (
          <Button colour="line" onClick={() => setAsking('break')}>
            {breakUntil === null ? 'Take a break' : 'Take a longer break'}
          </Button>
        )}
      </div>
      {asking === 'limit' && (
        <LimitDialog playerId={playerId} standing={standing} now={now} onClose={close} />
      )}
      {asking === 'break' && (
        <BreakDialog
          playerId={playerId}
          breaks={breaks}
          isRenewedByNetwork={plan?.way === 'airtime' && !plan.isCancelled}
          onClose={close}
        />
      )}
    </section>
  );
}

/** What was spent this week, and what of the limit is left. */
function Spent({ standing, now }: { standing: CareNow; now: number }) {
  const { limit, next, spentKobo, pendingKobo, leftKobo, weekEndsAt } = standing;
  return (
    <>
      <p>
        You spent <b>{formatKobo(spentKobo - pendingKobo)}</b> this week.{' '}
        {limit === null ? 'You have no limit.' : `Your limit is ${formatNaira(limit)}.`}
      </p>
      {limit !== null && leftKobo !== null && (
        <>
          <Meter
            aria-label="Spent of your weekly limit"
            value={Math.min(spentKobo, nairaToKobo(limit))}
            max={nairaToKobo(limit)}
          />
          <p className={styles.small}>
            {formatKobo(leftKobo)} left. A new week begins on {dayAndTimeText(weekEndsAt, now)}.
          </p>
        </>
      )}
      {pendingKobo > 0 && (
        <p className={styles.small}>
          {formatKobo(pendingKobo)} more is not decided yet, and counts until it is. Where you
          closed the card window that takes up to an hour.
        </p>
      )}
      {next && (
        <p>
          From <b>{dayText(next.from, now)}</b> on{' '}
          {next.naira === null ? 'you have no limit.' : `your limit is ${formatNaira(next.naira)}.`}
        </p>
      )}
    </>
  );
}
