import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { Meter } from '../../components/rows.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import type { Care } from '../../contract/care.ts';
import { putLimit } from '../../contract/endpoints/payments.ts';
import type { RunningPlan } from '../../contract/payments.ts';
import { isNetworkError, NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayAndTimeText, dayText } from '../../lib/time.ts';
import type { Offer } from '../../offer/offer.ts';
import { keepCopy } from '../../offline/query-persister.ts';
import { DAY_MS, weekOf } from '../../rules/calendar.ts';
import { formatKobo, formatNaira, nairaToKobo, type Plan, quoteOf } from '../../rules/money.ts';
import { plainDigits } from '../../rules/numbers.ts';
import {
  BREAK_DAYS,
  type BreakDays,
  limitAt,
  WEEKLY_LIMIT_NAIRA,
} from '../../rules/spending-limits.ts';
import { playerCall } from '../../session/player-call.ts';
import { isSignedInAs } from '../../session/session.ts';
import { type Payments, paymentsQuery } from './reads.ts';
import styles from './spending-limits.module.css';

const STOPPED: Readonly<Record<NonNullable<Care['stopped']>['by'], string>> = {
  limit: 'Your weekly limit had no room for it.',
  break: 'You were on a break from buying.',
  'under-age': 'You must be 18 to buy.',
};

type SpendingLimitsCardProps = {
  playerId: string;
  care: Care;
  plan: RunningPlan | null | undefined;
  now: number;
};

/** 'Spend with care': the player sets a weekly limit or a break here (billing.md#spending-limits). */
export function SpendingLimitsCard({ playerId, care, plan, now }: SpendingLimitsCardProps) {
  const id = useId();
  const [asking, setAsking] = useState<'limit' | 'break' | null>(null);
  const close = () => setAsking(null);
  const limits = limitsNow(care, now);
  const { limit, breakUntil } = limits;
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
      <Spent limits={limits} now={now} />
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
        <LimitDialog playerId={playerId} limits={limits} now={now} onClose={close} />
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

/** Shows how much was spent this week, and how much of the limit is left. */
function Spent({ limits, now }: { limits: LimitsNow; now: number }) {
  const { limit, next, spentKobo, pendingKobo, leftKobo, weekEndsAt } = limits;
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

/** The player's spending limits at an instant; times in epoch milliseconds. */
type LimitsNow = {
  /** In naira, `null` for no limit. `next` is the limit that replaces it, from the time `from` on. */
  limit: number | null;
  next: { naira: number | null; from: number } | null;
  spentKobo: number;
  pendingKobo: number;
  /** `null` without a limit. */
  leftKobo: number | null;
  weekEndsAt: number;
  breakUntil: number | null;
  isUnderAge: boolean;
};

/** Gives the limits at `now` from an earlier read, because a week or break may have ended since. */
export function limitsNow(care: Care, now: number): LimitsNow {
  const next = care.next && { naira: care.next.weeklyNaira, from: Date.parse(care.next.from) };
  const limit = limitAt({ naira: care.weeklyNaira, next }, now);
  const isSameWeek = Date.parse(care.weekEndsAt) > now;
  const spentKobo = isSameWeek ? care.spentKobo : 0;
  const until = care.breakUntil === null ? 0 : Date.parse(care.breakUntil);
  return {
    limit: limit.naira,
    next: limit.next,
    spentKobo,
    pendingKobo: isSameWeek ? care.pendingKobo : 0,
    leftKobo: limit.naira === null ? null : Math.max(0, nairaToKobo(limit.naira) - spentKobo),
    weekEndsAt: weekOf(now).endsAt,
    breakUntil: until > now ? until : null,
    isUnderAge: care.isUnderAge,
  };
}

/** Says why this plan cannot be bought now; `null` if it can. */
export function planStop(
  { leftKobo, breakUntil, isUnderAge }: LimitsNow,
  { plan, offer, now }: { plan: Plan; offer: Offer; now: number },
): string | null {
  if (isUnderAge) return 'You must be 18 to buy. You can go on playing.';
  if (breakUntil !== null) {
    return `You are on a break from buying until ${dayAndTimeText(breakUntil, now)}.`;
  }
  const prices = offer.ways.flatMap((way) => quoteOf(offer.prices, way, `plan-${plan}`) ?? []);
  const least = Math.min(...prices.map(({ kobo, feeKobo }) => kobo + feeKobo));
  if (leftKobo === null || leftKobo >= least) return null;
  return `Your weekly limit has ${formatKobo(leftKobo)} left until Monday.`;
}

const { min, max } = WEEKLY_LIMIT_NAIRA;
const FAULT = `Enter whole naira, from ${formatNaira(min)} to ${formatNaira(max)}`;

type LimitDialogProps = { playerId: string; limits: LimitsNow; now: number; onClose: () => void };

/** Sets, changes or removes the weekly limit. */
function LimitDialog({ playerId, limits, now, onClose }: LimitDialogProps) {
  const { limit, weekEndsAt } = limits;
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const monday = dayText(weekEndsAt, now);
  const change = useSetLimits(playerId, (care) => {
    toastSuccess(said(care, now));
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const weeklyNaira = readNaira(typed);
    if (weeklyNaira === null) return setFault(FAULT);
    if (!change.isPending) change.mutate({ body: { weeklyNaira }, key: newKey() });
  };
  return (
    <Dialog title="Weekly limit" onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label="The most that you want to spend in a week"
          leading="₦"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={typed}
          readOnly={change.isPending}
          hint={
            limit === null
              ? 'It counts at once, for all that you buy.'
              : `You have ${formatNaira(limit)} now. Less counts at once, more from ${monday} on.`
          }
          error={fault}
          onChange={(event) => {
            setTyped(event.target.value);
            setFault(null);
          }}
        />
        <Button type="submit" loading={change.isPending}>
          Set limit
        </Button>
        {limit !== null && (
          <Button
            colour="line"
            disabled={change.isPending}
            onClick={() => change.mutate({ body: { weeklyNaira: null }, key: newKey() })}
          >
            Remove limit from {monday} on
          </Button>
        )}
      </form>
    </Dialog>
  );
}

/** Reads a limit typed in whole naira; `null` for a text that is no allowed limit. */
function readNaira(typed: string): number | null {
  // U+066C is the Arabic separator of thousands.
  const digits = plainDigits(typed).replaceAll(/[\s,\u066c]/g, '');
  const naira = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return naira >= min && naira <= max ? naira : null;
}

function said({ weeklyNaira, next }: Care, now: number): string {
  const of = (naira: number | null) =>
    naira === null ? 'you have no limit' : `your limit is ${formatNaira(naira)} a week`;
  if (!next) return `From now on ${of(weeklyNaira)}`;
  return `From ${dayText(Date.parse(next.from), now)} on ${of(next.weeklyNaira)}`;
}

type BreakDialogProps = {
  playerId: string;
  /** The breaks that the player can choose: those longer than the running break. */
  breaks: readonly BreakDays[];
  isRenewedByNetwork: boolean;
  onClose: () => void;
};

/** Asks the player to confirm a break from buying, because nobody can end it early. */
function BreakDialog({ playerId, breaks, isRenewedByNetwork, onClose }: BreakDialogProps) {
  const [openedAt] = useState(serverTime);
  const [chosen, setChosen] = useState(breaks[0] ?? 1);
  const take = useSetLimits(playerId, onClose);
  const until = dayAndTimeText(openedAt + chosen * DAY_MS, openedAt);
  return (
    <Dialog title="Take a break?" onClose={onClose}>
      <Tabs
        look="segments"
        label="How long?"
        tabs={breaks.map((days) => ({ value: `${days}`, label: nameOf(days) }))}
        value={`${chosen}`}
        onChange={(value) => setChosen(breaks.find((days) => `${days}` === value) ?? chosen)}
      >
        <div className={styles.choice}>
          <p>
            Until <b>{until}</b> you buy nothing, and no plan renews. You can go on playing.
          </p>
          <p>
            <b>You cannot end it early.</b>
            {isRenewedByNetwork &&
              ' Your network may renew its plan by itself: Cancel Subscription ends that.'}
          </p>
          <Button
            loading={take.isPending}
            onClick={() => take.mutate({ body: { breakDays: chosen }, key: newKey() })}
          >
            Take a break for {nameOf(chosen)}
          </Button>
          <Button colour="line" disabled={take.isPending} onClick={onClose}>
            Not now
          </Button>
        </div>
      </Tabs>
    </Dialog>
  );
}

function nameOf(days: BreakDays): string {
  return days === 1 ? '1 day' : `${days} days`;
}

/** The player's change: a new limit in naira (`null` for no limit), or a break. */
type Wish = { body: { weeklyNaira: number | null } | { breakDays: BreakDays }; key: string };

/** Changes the limit or starts a break; `onDone` gets the new limits (billing.md#spending-limits). */
function useSetLimits(playerId: string, onDone: (care: Care) => void) {
  const client = useQueryClient();
  const { queryKey } = paymentsQuery(playerId);
  return useMutation({
    mutationFn: async ({ body, key }: Wish) => (await playerCall(putLimit, { body, key })).data,
    onSuccess: (care) => {
      // If the player signed out in another tab meanwhile, nothing personal is stored (account.md#logout).
      if (!isSignedInAs(playerId)) return;
      client.setQueryData<Payments>(queryKey, (shown) => shown && { ...shown, care });
      keepCopy(client, queryKey);
      onDone(care);
    },
    onError: (error) => {
      toastError(isNetworkError(error) ? NO_NETWORK_MESSAGE : 'Unable to change this');
      // The server may have made the change although its answer was lost, so the limits are read again.
      void client.invalidateQueries({ queryKey });
    },
  });
}
