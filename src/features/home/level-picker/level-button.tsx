import { useLayoutEffect, useRef } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import {
  LEVEL_NAMES,
  type Level,
  QUESTION_TIMER_MS,
  QUESTIONS_PER_ROUND,
} from '../../../rules/levels.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { levelCost, rewardFigure } from '../../../rules/scoring.ts';
import styles from './level-button.module.css';

type Props = {
  level: Level;
  highScore: number;
  isStarting: boolean;
  /** Whether the player stands here, back from what kept it from being started. */
  isPicked: boolean;
  /** Whether it cannot be started now; a tap on it shows why, as what has `whyId` says. */
  isOff: boolean;
  whyId: string | undefined;
  /** Whether it is saved and not played. */
  isForLater: boolean;
  onPick: () => void;
};

export function LevelButton(props: Props) {
  const { level, highScore, isStarting, isPicked, isOff, whyId, isForLater, onPick } = props;
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isPicked) button.current?.focus({ preventScroll: true });
  }, [isPicked]);
  return (
    <button
      ref={button}
      type="button"
      className={cx(styles.level, isOff ? styles.off : styles[level], isForLater && styles.saving)}
      onClick={onPick}
      aria-busy={isStarting || undefined}
      // A tap leads to the way out, but while another one is opened.
      aria-disabled={(isOff && !whyId) || undefined}
      aria-describedby={isOff ? whyId : undefined}
    >
      <span className={styles.badge}>
        {isStarting ? <Spinner size={26} /> : <Icon name={`level-${level}`} size={28} />}
      </span>
      <span className={styles.body}>
        <span className={styles.main}>
          <b>
            {LEVEL_NAMES[level]}{' '}
            <span className={styles.save} aria-hidden={!isForLater}>
              <Icon name="download" size={13} />
              Save
            </span>
          </b>{' '}
          <span className={styles.facts}>{QUESTION_TIMER_MS[level] / 1000} seconds each</span>{' '}
          <span className={styles.facts}>{formatNumber(levelCost(level, highScore))} coins</span>
        </span>{' '}
        <span className={styles.reward}>
          <b>
            {formatNumber(rewardFigure(level, highScore))} <small>RP</small>
          </b>{' '}
          <span>points for {QUESTIONS_PER_ROUND} right</span>
        </span>
      </span>
    </button>
  );
}
