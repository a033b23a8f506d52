import { useEffect, useState } from 'react';
import { pageClock } from '../lib/clock.ts';
import { feel } from '../lib/feel.ts';
import { cx } from './button.tsx';
import styles from './countdown.module.css';
import { Icon } from './icon.tsx';

type Props = {
  /** The whole time of the countdown, and the time that is left at its beginning, in milliseconds. */
  timerMs: number;
  leftMs: number;
  isRunning: boolean;
  /** The player has stopped the countdown for a while. */
  isFrozen?: boolean;
  /** The time is over, and the countdown says so. */
  isUp?: boolean;
};

/** Each of these last seconds begins with a vibration and a sound, as far as the player allows them. */
const LAST_SECONDS = 3;

/** The words for screen readers, said when the colour changes and not each second. */
const SAID = { ok: '', warn: 'Half the time left', bad: 'A quarter of the time left' };

type Look = keyof typeof SAID;

/**
 * Shows the time that is left, in yellow from half the time on and in red under a quarter. The bar is a
 * single animation, and the number changes each second. Mount it anew for each countdown.
 */
export function Countdown({ timerMs, leftMs, isRunning, isFrozen = false, isUp = false }: Props) {
  const [startLeftMs] = useState(leftMs);
  const [left, setLeft] = useState(leftMs);

  useEffect(() => {
    if (!isRunning) return;
    const startedAt = pageClock();
    let timer: ReturnType<typeof setTimeout>;
    let shown = secondsOf(startLeftMs);
    const tick = () => {
      const now = Math.max(0, startLeftMs - (pageClock() - startedAt));
      setLeft(now);
      const seconds = secondsOf(now);
      if (seconds !== shown && seconds > 0 && seconds <= LAST_SECONDS) feel('tick');
      shown = seconds;
      if (now > 0) timer = setTimeout(tick, untilChangeMs(now, timerMs));
    };
    timer = setTimeout(tick, untilChangeMs(startLeftMs, timerMs));
    return () => clearTimeout(timer);
  }, [isRunning, startLeftMs, timerMs]);

  const seconds = secondsOf(left);
  const isLast = isRunning && !isFrozen && seconds <= LAST_SECONDS;
  const look = isFrozen ? 'ice' : lookOf(left, timerMs);
  return (
    <>
      <div className={cx(styles.timer, styles[look])} role="timer">
        <div className={styles.track} aria-hidden="true">
          <div
            className={cx(styles.fill, isRunning && styles.running)}
            style={{
              transform: `translateX(${(startLeftMs / timerMs - 1) * 100}%)`,
              animationDuration: `${timerMs}ms`,
              animationDelay: `${startLeftMs - timerMs}ms`,
              // With reduced motion the bar moves down only once a second.
              ['--seconds' as string]: Math.ceil(timerMs / 1000),
            }}
          />
        </div>
        {isUp ? (
          <p className={styles.up}>
            <Icon name="clock" size={20} />
            Time up
          </p>
        ) : (
          <p className={styles.number}>
            {isFrozen && <Icon name="freeze" size={22} label="Clock stopped at" />}
            <span key={isLast ? seconds : undefined} className={cx(isLast && styles.last)}>
              {seconds}
            </span>
            <small>s</small>
            <span className="vh"> left</span>
          </p>
        )}
      </div>
      <p className="vh" aria-live="polite">
        {isRunning && look !== 'ice' && SAID[look]}
      </p>
    </>
  );
}

const secondsOf = (leftMs: number) => Math.ceil(leftMs / 1000);

function lookOf(leftMs: number, timerMs: number): Look {
  if (leftMs < timerMs / 4) return 'bad';
  return leftMs <= timerMs / 2 ? 'warn' : 'ok';
}

/** Gives the time until the countdown looks different, because its shown second or its colour ends. */
function untilChangeMs(leftMs: number, timerMs: number): number {
  const changes = [
    (Math.ceil(leftMs / 1000) - 1) * 1000,
    Math.floor(timerMs / 2),
    Math.ceil(timerMs / 4) - 1,
  ];
  return leftMs - Math.max(0, ...changes.filter((change) => change < leftMs));
}
