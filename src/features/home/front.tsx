import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../components/avatar.tsx';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Coin, Hero, Stripes } from '../../components/marks.tsx';
import { Skeleton } from '../../components/page.tsx';
import type { WeekPlace } from '../../contract/boards.ts';
import type { Streak } from '../../contract/points.ts';
import type { User } from '../../contract/user.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { dayText, spanText, weekdayLetter } from '../../lib/time.ts';
import { DAY_MS, lagosDate, weekOf } from '../../rules/calendar.ts';
import { formatNaira } from '../../rules/money.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { RAFFLE_STREAK_DAYS, RAFFLE_TICKET_PLAY } from '../../rules/prizes.ts';
import { levelCost } from '../../rules/scoring.ts';
import { rushTier } from '../../rules/tournament.ts';
import { playerName } from '../../session/player-name.ts';
import { useBrand } from '../../session/session.ts';
import styles from './front.module.css';
import { rushPointsQuery, useShownBefore } from './reads.ts';

type FrontProps = {
  player: User;
  /** Points of this week; `undefined` until the server has answered. */
  points: number | undefined;
  /** `undefined` until the server has answered, `null` if the API does not send it. */
  week: WeekPlace | null | undefined;
};

/** Shows the player between their place and points of the week, and the prize of that place. */
export function Front({ player, points, week }: FrontProps) {
  const hasWeeklyCash = useBrand().prizes.includes('weekly-cash');
  const now = serverTime();
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.row}>
        <Figure
          name="place"
          value={week?.place ? ordinal(week.place) : undefined}
          isBusy={week === undefined}
          label={week !== null && 'place this week'}
        />
        <Avatar
          id={player.id}
          name={playerName(player)}
          image={player.image}
          size="lg"
          className={styles.me}
        />
        <Figure
          name="points"
          value={points === undefined ? undefined : formatNumber(points)}
          isBusy={points === undefined}
          label={points === 1 ? 'point this week' : 'points this week'}
        />
      </div>
      <p className={styles.line}>
        {hasWeeklyCash ? <Money week={week} /> : <TierToday playerId={player.id} />}{' '}
        <span className={styles.reset}>
          Resets in <b>{spanText(weekOf(now).endsAt - now)}</b>
        </span>
      </p>
    </Hero>
  );
}

type FigureProps = {
  name: string;
  value: string | undefined;
  isBusy: boolean;
  /** `false` if the API does not send the value. */
  label: string | false;
};

function Figure({ name, value, isBusy, label }: FigureProps) {
  const before = useShownBefore(name, value);
  const hasMoved = before !== undefined && before !== value;
  const [number, suffix] = value?.split(/(?=[a-z]{2}$)/) ?? [label && '–'];
  return (
    <p className={styles.figure} aria-busy={isBusy}>
      <b key={value} className={cx(hasMoved && styles.moved)}>
        {number}
        {suffix && <sup>{suffix}</sup>}
      </b>{' '}
      <span>{label}</span>
    </p>
  );
}

/** The hidden placeholder of a sum. It is about as wide as most sums. */
const ROOM_FOR_NAIRA = 1000;

/** Shows the money that the player's place wins now or, if it wins none, the points to the place above. */
function Money({ week }: { week: WeekPlace | null | undefined }) {
  if (week === null) return null;
  // A hidden sum keeps the space, so that the line does not wrap when the answer comes.
  if (!week)
    return (
      <span className={styles.unknown}>
        <Cash naira={ROOM_FOR_NAIRA} />
      </span>
    );
  const { place, toNext, cashNaira } = week;
  if (cashNaira > 0) {
    return (
      <span>
        <Cash naira={cashNaira} />
      </span>
    );
  }
  if (place === null) return <span>Play for a place</span>;
  if (toNext === null || place === 1) return null;
  return (
    <span>
      <b>
        {formatNumber(toNext)} {toNext === 1 ? 'point' : 'points'}
      </b>{' '}
      to {ordinal(place - 1)}
    </span>
  );
}

function Cash({ naira }: { naira: number }) {
  return (
    <>
      <Icon name="cash" size={16} />
      <b className={styles.gold}>{formatNaira(naira)}</b> in the money
    </>
  );
}

/** The places of the coins in the pile, in the order of their fall: the bottom row first. */
const PILE = ['left', 'right', 'middle', 'up-left', 'up-right', 'top'] as const;

/** Until the player's first game, shows their coins and what these pay for, in place of rank and points. */
export function Welcome({ player }: { player: User }) {
  const coins = player.pointBalance ?? 0;
  const cost = levelCost('easy', player.highScore ?? 0);
  const name = (
    <span dir="auto" translate="no">
      {playerName(player)}
    </span>
  );
  const hasEnough = coins >= cost;
  return (
    <Hero label="You" art={<Stripes />}>
      <div className={styles.welcome}>
        <div className={styles.words}>
          <p className={styles.title}>
            {hasEnough ? (
              <>
                <em>{formatNumber(coins)} coins</em> are yours.
              </>
            ) : (
              <>Welcome, {name}.</>
            )}
          </p>
          <p className={styles.lead}>
            {hasEnough && <>Welcome, {name}. </>}An Easy game takes {formatNumber(cost)}
            {!hasEnough && ' coins'}.
          </p>
        </div>
        <div className={styles.pile} aria-hidden="true">
          {PILE.map((coin) => (
            <Coin key={coin} className={styles[coin]} />
          ))}
        </div>
      </div>
    </Hero>
  );
}

/** Shows the tier of the day, if a player can win cash by that alone (game.md#tiers-of-the-day). */
function TierToday({ playerId }: { playerId: string }) {
  const { data } = useQuery(rushPointsQuery(playerId));
  if (data === undefined) return null;
  return (
    <span>
      <Icon name="podium" size={16} />
      <b>Tier {rushTier(data)}</b> today
    </span>
  );
}

type StreakWeekProps = {
  /** `undefined` until the server has answered, `null` if the API does not send it. */
  streak: Streak | null | undefined;
};

/** Shows how many days in a row the player has played. */
export function StreakWeek({ streak }: StreakWeekProps) {
  const hasRaffle = useBrand().prizes.includes('raffle');
  const streakState = streak && weekOfStreak(streak, serverTime());
  const today = streakState && String(streakState.isTodayDone);
  const before = useShownBefore('today', today ?? undefined);
  if (streakState === null) return null;
  if (!streakState) {
    return (
      <div className={styles.week}>
        <Skeleton className={styles.loading} />
      </div>
    );
  }
  const isJustDone = before === 'false' && streakState.isTodayDone;
  const todayIndex = streakState.week.filter(({ state }) => state === 'done').length - 1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields.
    <div role="group" aria-label={spoken(streakState, hasRaffle)} className={styles.week}>
      <p>
        <b>{daysText(streakState.days)}</b> in a row
      </p>
      {streakState.week.map(({ at, state, isGift }, index) => (
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

/** Says whether the streak was lost, and which ticket the player can still earn today. */
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

function spoken({ days, isTodayDone }: StreakState, hasRaffle: boolean): string {
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

/** A day in a streak's row of seven; `at` is an instant on that day, in epoch milliseconds. */
type StreakDay = {
  at: number;
  state: 'done' | 'missed' | 'today' | 'later';
  isGift: boolean;
};

type StreakState = {
  /** The length of the running streak, in days. */
  days: number;
  isTodayDone: boolean;
  /** The row of seven days that is shown. Each seventh day of a streak earns a ticket. */
  week: StreakDay[];
  /** A streak that has ended: its length, and an instant on the first day without a game (epoch ms). */
  lost: { days: number; missedAt: number } | null;
};

/** The most days without a game that are shown, so that today stays in sight. */
const MISSED_SHOWN = 3;

/** Gives the state of a streak at `now`, in epoch milliseconds (game.md#play-streak). */
export function weekOfStreak({ days, lastDay }: Streak, now: number): StreakState {
  const isTodayDone = lastDay === lagosDate(now);
  const isAlive = isTodayDone || lastDay === lagosDate(now - DAY_MS);
  const running = isAlive ? days : 0;
  const rest = running % RAFFLE_STREAK_DAYS;
  // A row whose seventh day is today stays shown until tomorrow, when a new row of seven begins.
  const done = rest === 0 && isTodayDone && running > 0 ? RAFFLE_STREAK_DAYS : rest;
  const wasLost = !isAlive && lastDay !== null && days > 1;
  const lost = wasLost ? { days, missedAt: Date.parse(`${lastDay}T12:00:00Z`) + DAY_MS } : null;
  const gap = lost ? Math.ceil((now - lost.missedAt) / DAY_MS) : 0;
  const missed = Math.min(gap, MISSED_SHOWN);
  const before = missed + (isTodayDone ? done - 1 : done);
  const week = Array.from({ length: RAFFLE_STREAK_DAYS }, (_, index): StreakDay => {
    const played = index - missed;
    const state =
      played < 0
        ? 'missed'
        : played < done
          ? 'done'
          : played === done && !isTodayDone
            ? 'today'
            : 'later';
    const at = now + (index - before) * DAY_MS;
    return { at, state, isGift: played === RAFFLE_STREAK_DAYS - 1 };
  });
  return { days: running, isTodayDone, week, lost };
}
