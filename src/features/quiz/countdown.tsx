import { useEffect, useState } from 'react';
import { cx } from '../../components/cx.ts';
import styles from './countdown.module.css';

type Props = {
  /** The whole time and what was left when this question came to the table, in milliseconds. */
  timerMs: number;
  leftMs: number;
  isRunning: boolean;
};

/**
 * The countdown: yellow at half the time, red under a quarter (gameplay §2). The bar is one
 * animation for the whole time; the seconds change once a second. Mount it anew per question.
 */
export function Countdown({ timerMs, leftMs, isRunning }: Props) {
  const [startLeftMs] = useState(leftMs);
  const [secondsLeft, setSecondsLeft] = useState(Math.ceil(leftMs / 1000));

  useEffect(() => {
    if (!isRunning) return;
    const startedAt = performance.now();
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      const left = Math.max(0, startLeftMs - (performance.now() - startedAt));
      setSecondsLeft(Math.ceil(left / 1000));
      // To the moment the shown second is over.
      if (left > 0) timer = setTimeout(tick, left % 1000 || 1000);
    };
    timer = setTimeout(tick, startLeftMs % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [isRunning, startLeftMs]);

  const share = (secondsLeft * 1000) / timerMs;
  const isBad = share < 0.25;
  const isWarn = !isBad && share <= 0.5;
  return (
    <div className={cx(styles.timer, isWarn && styles.warn, isBad && styles.bad)} role="timer">
      <div className={styles.track} aria-hidden="true">
        <div
          className={cx(styles.fill, isRunning && styles.running)}
          style={{
            transform: `translateX(${(startLeftMs / timerMs - 1) * 100}%)`,
            animationDuration: `${timerMs}ms`,
            animationDelay: `${startLeftMs - timerMs}ms`,
          }}
        />
      </div>
      <p className={styles.number}>
        {secondsLeft}
        <small>s</small>
        <span className="vh"> left</span>
      </p>
    </div>
  );
}
