import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { Streak } from '../../../contract/rounds.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayText, weekdayLetter } from '../../../lib/time.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { RAFFLE_STREAK_DAYS, RAFFLE_TICKET_PLAY } from '../../../rules/prizes.ts';
import { useBrand } from '../../../session/use-brand.ts';
import styles from './streak-week.module.css';
import { useShownBefore } from './use-shown-before.ts';
import { type StreakStanding, weekOfStreak } from './week-of-streak.ts';

type Props = {
  /** `undefined` while it is on its way, `null` from an API that does not tell. */
  streak: Streak | null | undefined;
};

/** The days in a row with a game. */
export function StreakWeek({ streak }: Props) {
  const hasRaffle = useBrand().prizes.includes('raffle');
  const standing = streak && weekOfStreak(streak, serverTime());
  const today = standing && String(standing.isTodayDone);
  const before = useShownBefore('today', today ?? undefined);
  if (standing === null) return null;
  if (!standing) {
    return (
      <div className={styles.week}>
        <Skeleton className={styles.loading} />
      </div>
    );
  }
  const isJustDone = before === 'false' && standing.isTodayDone;
  const todayIndex = standing.week.filter(({ state }) => state === 'done').length - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields.
    <div role="group" aria-label={spoken(standing, hasRaffle)} className={styles.week}>
      <p>
        <b>{daysText(standing.days)}</b> in a row
      </p>
      {standing.week.map(({ at, state, isGift }, index) => (
        <div key={at} className={cx(styles.day, styles[state], isGift && hasRaffle && styles.gift)}>
          <i className={cx(isJustDone && index === todayIndex && styles.pop)}>
            {state === 'done' && <Icon name="check" size={14} />}
            {state === 'today' && <Icon name="play" size={14} />}
            {state === 'later' && isGift && hasRaffle && <Icon name="ticket" size={14} />}
          </i>
          {state === 'today' ? 'Today' : weekdayLetter(at)}
        </div>
      ))}
    </div>
  );
}

/** What became of the days in a row, and the ticket of the day that is still to earn. */
export function StreakNotes({ streak }: { streak: Streak }) {
  const hasRaffle = useBrand().prizes.includes('raffle');
  const now = serverTime();
  const { lost, isTodayDone } = weekOfStreak(streak, now);
  return (
    <>
      {lost && (
        <p className={styles.note}>
          No game on {dayText(lost.missedAt, now)}: your {daysText(lost.days)} in a row ended.
        </p>
      )}
      {hasRaffle && (
        <p className={styles.note}>{ticketText(isTodayDone ? streak.roundsToday : 0)}</p>
      )}
    </>
  );
}

function spoken({ days, isTodayDone }: StreakStanding, hasRaffle: boolean): string {
  const next = isTodayDone ? '' : ` Play today to make it ${days + 1}.`;
  const gift = hasRaffle ? ` ${RAFFLE_STREAK_DAYS} days give a raffle ticket` : '';
  return `Streak: ${daysText(days)}.${next}${gift}`;
}

function ticketText(rounds: number): string {
  const left = RAFFLE_TICKET_PLAY - rounds;
  if (left <= 0) return "Today's raffle ticket is yours.";
  return `${left} more ${left === 1 ? 'game' : 'games'} today for a raffle ticket.`;
}

function daysText(days: number): string {
  return `${formatNumber(days)} ${days === 1 ? 'day' : 'days'}`;
}
