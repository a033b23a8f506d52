import { useEffect, useState } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import type { BoardPeriod } from '../../../contract/boards.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import styles from './period-line.module.css';
import { periodText, STARTING_AGAIN_MS } from './period-text.ts';

/** The text changes no more often than this, in milliseconds. */
const TICK_MS = 60_000;

type Props = {
  /** `null` where nobody tells: then there is no line. */
  period: BoardPeriod | null;
  /** The board is of the period that runs; else of the one before it. */
  isRunning: boolean;
  isAsking: boolean;
  /** The period that runs has ended: told again each minute, until the boards are of the next one. */
  onEnd: () => void;
  ground?: 'night' | 'page';
};

/** When a board starts again, or whether its places are final (game.md#when-a-period-is-final). */
export function PeriodLine({ period, ...rest }: Props) {
  return period && <Line period={period} {...rest} />;
}

function Line({
  period,
  isRunning,
  isAsking,
  onEnd,
  ground = 'night',
}: Props & { period: BoardPeriod }) {
  const endsAt = Date.parse(period.endsAt);
  const finalAt = Date.parse(period.finalAt ?? '');
  const dueAt = isRunning ? endsAt : endsAt + (endsAt - Date.parse(period.startsAt));
  const now = useNow([endsAt, finalAt, dueAt]);
  const isDue = now >= dueAt && now < dueAt + STARTING_AGAIN_MS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a minute, however often the screen draws itself.
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

/** Now in epoch milliseconds, told anew each minute and at each of these instants. */
function useNow(instants: number[]): number {
  const [{ now }, setNow] = useState(() => ({ now: serverTime() }));
  const next = Math.min(TICK_MS, ...instants.map((at) => at - now).filter((left) => left > 0));
  useEffect(() => {
    const timer = setInterval(() => setNow({ now: serverTime() }), next);
    return () => clearInterval(timer);
  }, [next]);
  return now;
}
