import { useEffect, useState } from 'react';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { BoardPeriod } from '../../contract/boards.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { momentText, spanText } from '../../lib/time.ts';
import { MINUTE_MS } from '../../rules/calendar.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { amountText, shareText } from '../../rules/prize-words.ts';
import { type PrizeRow, prizeNaira, SERVED_PLACES } from '../../rules/prizes.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';
import styles from './period.module.css';

/** The longest time between two updates of the text, in milliseconds. */
const TICK_MS = MINUTE_MS;

type PeriodLineProps = {
  /** `null` if the API does not send it. The line is then missing. */
  period: BoardPeriod | null;
  /** Whether the board is of the current period, and not of the previous one. */
  isRunning: boolean;
  isAsking: boolean;
  /** Called when the current period has ended, then each minute until the next period's board is there. */
  onEnd: () => void;
  ground?: 'night' | 'page';
};

/** Says when a board starts again, or whether its places are final (game.md#when-a-period-is-final). */
export function PeriodLine({ period, ...rest }: PeriodLineProps) {
  return period && <Line period={period} {...rest} />;
}

function Line({
  period,
  isRunning,
  isAsking,
  onEnd,
  ground = 'night',
}: PeriodLineProps & { period: BoardPeriod }) {
  const endsAt = Date.parse(period.endsAt);
  const finalAt = Date.parse(period.finalAt ?? '');
  const dueAt = isRunning ? endsAt : endsAt + (endsAt - Date.parse(period.startsAt));
  const now = useNow([endsAt, finalAt, dueAt]);
  const isDue = now >= dueAt && now < dueAt + STARTING_AGAIN_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a minute, however often the screen renders.
  useEffect(() => {
    if (isDue) onEnd();
  }, [isDue, dueAt, now]);

  const text = periodText(period, now, { isRunning, isAsking });
  if (text === null) return null;
  return (
    <p className={cx(styles.line, ground === 'night' && cx('on-night', styles.night))}>
      <Icon name="clock" size={16} />
      {text}
    </p>
  );
}

/** Gives the server's time in epoch milliseconds, updated each minute and at each of these instants. */
function useNow(instants: number[]): number {
  const [{ now }, setNow] = useState(() => ({ now: serverTime() }));
  const next = Math.min(TICK_MS, ...instants.map((at) => at - now).filter((left) => left > 0));
  useEffect(() => {
    const timer = setInterval(() => setNow({ now: serverTime() }), next);
    return () => clearInterval(timer);
  }, [next]);
  return now;
}

/** How long after its end a board counts as starting again, in milliseconds. Phones' clocks differ. */
const STARTING_AGAIN_MS = 600_000;

/**
 * Words a board's period; `null` if there is nothing to say. `now` is in epoch milliseconds. `isRunning`: the
 * board is of the current period, as far as the phone knows. If `now` is not in that period, the clock may be
 * wrong, and the text names the end instead of the time left.
 */
export function periodText(
  period: BoardPeriod,
  now: number,
  { isRunning, isAsking }: { isRunning: boolean; isAsking: boolean },
): string | null {
  const startsAt = Date.parse(period.startsAt);
  const endsAt = Date.parse(period.endsAt);
  if (isRunning) {
    if (startsAt <= now && now < endsAt) return `Resets in ${spanText(endsAt - now)}`;
    const isSoon = isAsking || now < endsAt + STARTING_AGAIN_MS;
    return isSoon && now >= endsAt ? 'Starting again…' : `Until ${momentText(endsAt, now)}`;
  }
  if (period.finalAt === null) return null;
  const finalAt = Date.parse(period.finalAt);
  return now < finalAt ? `Not final yet. Final on ${momentText(finalAt, now)}` : 'Final';
}

/** Gives the prize of a place with the points of its player; `null` for no prize. */
export type PrizeAt = (place: number, points: number) => string | null;

/** Whether a board has enough `rows` for its prize. The API sends at most SERVED_PLACES, which are enough. */
export function isPaying(prize: PrizeRow | null, rows: number): prize is PrizeRow {
  return prize !== null && rows >= Math.min(prize.minPlayers, SERVED_PLACES);
}

/** Gives a function that gives the prize of a place on a board with this many `rows`. */
export function prizesAt(prize: PrizeRow | null, rows: number): PrizeAt {
  if (!isPaying(prize, rows)) return () => null;
  return (place, points) => {
    const naira = prizeNaira(prize, place, points);
    return naira === 0 ? null : amountText({ ...prize, naira });
  };
}

/**
 * Words the sum that the places of a day's tier share, and the part of each place by the tickets so far, in
 * naira; `null` if nothing is shared.
 */
export function partText(
  prize: PrizeRow,
  partNaira: number | undefined,
  isOver: boolean,
): string | null {
  const rule = shareText(prize);
  if (rule === null || partNaira === undefined) return rule;
  if (partNaira === 0)
    return `${rule} ${isOver ? 'No ticket counted.' : 'No ticket has counted yet.'}`;
  const each = amountText({ ...prize, naira: partNaira });
  return `${rule} ${isOver ? `It was ${each} each.` : `So far ${each} each.`}`;
}

/** Says how many places win: `Top 5 win`, `First place wins`. */
export function winnersText({ places }: Pick<PrizeRow, 'places'>): string {
  return places === 1 ? 'First place wins' : `Top ${formatNumber(places)} win`;
}

/**
 * Says how many points or players a prize needs, and how many players are still missing; `null` if it needs
 * neither. `rows` is the number of rows of the board, `null` until the board is there.
 */
export function minimumText(prize: PrizeRow, rows: number | null, isOver: boolean): string | null {
  const { minPoints, minPlayers, tier } = prize;
  const where = tier === null ? 'on the board' : 'in the tier';
  // A player of a tier has at least the points at which the tier begins.
  const fromPoints = RUSH_TIERS.find((one) => one.tier === tier)?.fromPoints ?? 0;
  const wanted = [
    minPoints > Math.max(1, fromPoints) && `from ${formatNumber(minPoints)} points`,
    minPlayers > 1 && `with ${formatNumber(minPlayers)} players or more ${where}`,
  ].filter((one) => one !== false);
  if (wanted.length === 0) return null;
  const rule = `Paid ${wanted.join(', ')}.`;
  if (!rows || isPaying(prize, rows)) return rule;
  if (!isOver) return `${rule} Only ${rows} so far.`;
  return `${rule} Only ${rows} ${rows === 1 ? 'was' : 'were'} there.`;
}

export function EmptyPodium() {
  return (
    <svg viewBox="0 0 88 88" width="88" height="88" aria-hidden="true">
      <path className={styles.blocks} d="M6 56h24v24H6zM32 36h24v44H32zM58 64h24v16H58z" />
      <circle cx="44" cy="20" r="15.5" className={styles.rim} />
      <circle cx="44" cy="20" r="14" fill="#fff" />
      <path
        fill="#34505a"
        d="M44 14.1L49.6 18.2L47.5 24.8L40.5 24.8L38.4 18.2ZM38.6 7.3L44 9.9L49.4 7.3A14 14 0 0 0 38.6 7.3ZM54.4 11L53.6 16.9L57.7 21.2A14 14 0 0 0 54.4 11ZM55.8 27.1L49.9 28.2L47.1 33.4A14 14 0 0 0 55.8 27.1ZM40.9 33.4L38.1 28.2L32.2 27.1A14 14 0 0 0 40.9 33.4ZM30.3 21.2L34.4 16.9L33.6 11A14 14 0 0 0 30.3 21.2Z"
      />
      <path
        stroke="#34505a"
        strokeWidth="1.5"
        d="M44 14.1L44 9.4M49.6 18.2L54.1 16.7M47.5 24.8L50.3 28.6M40.5 24.8L37.7 28.6M38.4 18.2L33.9 16.7"
      />
    </svg>
  );
}

/** Marks the end of the paid places (game.md#winning-zone). */
export function WinningZone({ prize }: { prize: PrizeRow }) {
  return (
    <div className={styles.zone}>
      <ZigZag />
      <b className={styles.pill}>
        <Icon name="flag" size={18} />
        WINNING ZONE
      </b>
      <ZigZag />
      <p className={styles.caption}>
        {winnersText(prize)} {prize.kind}
      </p>
    </div>
  );
}

function ZigZag() {
  return (
    <svg
      viewBox="0 0 240 10"
      preserveAspectRatio="xMaxYMid slice"
      className={styles.zigzag}
      aria-hidden="true"
    >
      <path fill="none" strokeWidth="3" d={`M0 8${'l6-6 6 6'.repeat(20)}`} />
    </svg>
  );
}
