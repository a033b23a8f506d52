import { useLayoutEffect, useRef } from 'react';
import { Coin } from '../../../components/coin.tsx';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { LEVEL_NAMES, type Level, QUESTION_TIMER_MS } from '../../../rules/levels.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { levelCost, rewardFigure } from '../../../rules/scoring.ts';
import styles from './level-button.module.css';

type Props = {
  level: Level;
  highScore: number;
  isStarting: boolean;
  /** Whether the player stands here, back from what kept it from being started. */
  isPicked: boolean;
  /** What keeps it from being started now; a tap on it shows the way on. */
  obstacle: string | null;
  onPick: () => void;
};

export function LevelButton(props: Props) {
  const { level, highScore, isStarting, isPicked, obstacle, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isPicked) button.current?.focus({ preventScroll: true });
  }, [isPicked]);
  return (
    <button
      ref={button}
      type="button"
      className={`${styles.level} ${styles[level]}`}
      onClick={onPick}
      aria-busy={isStarting || undefined}
    >
      <span className={styles.badge}>
        {isStarting ? <Spinner size={26} /> : <Icon name={`level-${level}`} size={30} />}
      </span>
      <span className={styles.body}>
        <span className={styles.main}>
          <b>{LEVEL_NAMES[level]}</b>
          <span className={styles.facts}>
            <span>
              <Icon name="clock" size={18} />
              {QUESTION_TIMER_MS[level] / 1000} s<span className="vh"> for each question,</span>
            </span>
            <span>
              <Coin size={18} />
              {formatNumber(levelCost(level, highScore))}
              <span className="vh"> coins,</span>
            </span>
          </span>
          {obstacle && (
            <span className={styles.obstacle}>
              <Icon name="info" size={18} />
              {obstacle}
            </span>
          )}
        </span>
        <span className={styles.reward}>
          <b>{formatNumber(rewardFigure(level, highScore))}</b> <span>RP</span>
        </span>
      </span>
    </button>
  );
}
