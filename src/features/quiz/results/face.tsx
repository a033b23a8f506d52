import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { type Answered, faceOf } from './answers.ts';
import styles from './face.module.css';
import { Burst, Goal, Miss, Rays } from './face-art.tsx';
import { Glyph } from './glyph.tsx';

type Props = {
  answers: readonly Answered[];
  /** The most right answers before this game; `null` where nobody told. */
  best: number | null;
  onStill: () => void;
};

const TITLES = { perfect: 'Perfect!', good: 'Good game!', low: 'Next one!' } as const;

const MARKS = {
  right: { icon: 'check', word: 'right' },
  wrong: { icon: 'cross', word: 'wrong' },
  missed: { icon: 'minus', word: 'missed' },
} as const;

/** How the game went, at a glance (game.md#full-time). A tap on it ends the motion. */
export function Face({ answers, best, onStill }: Props) {
  const face = faceOf(answers);
  const count = (one: Answered) => answers.filter((answer) => answer === one).length;
  const right = count('right');
  const isNewBest = best !== null && right > best;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap only ends the motion sooner.
    // biome-ignore lint/a11y/useKeyWithClickEvents: whoever uses keys waits for nothing here.
    <div className={cx(styles.face, styles[face])} onClick={onStill}>
      {face === 'perfect' && <Rays />}
      {face === 'perfect' ? <Burst /> : face === 'good' ? <Goal /> : <Miss />}
      <div className={styles.line}>
        <h1>{TITLES[face]}</h1>
        {isNewBest && (
          <p className={styles.best}>
            <Glyph name="star" size={16} />
            New best
          </p>
        )}
      </div>
      <p className={styles.score}>
        <b>{right}</b> <small>of {answers.length - count('left')} right</small>
      </p>
      <ol className={styles.ten} aria-label="Your answers">
        {answers.map((answer, index) => {
          const number = index + 1;
          const mark = answer === 'left' ? null : MARKS[answer];
          return (
            <li key={number} className={styles[answer]} style={{ ['--nth' as string]: index }}>
              {mark ? (
                <Icon name={mark.icon} size={12} label={`${number}: ${mark.word}`} />
              ) : (
                <span className="vh">{number}: not played</span>
              )}
            </li>
          );
        })}
      </ol>
      {face !== 'perfect' && (
        <p className={styles.sub}>
          {tally([
            [count('wrong'), 'wrong'],
            [count('missed'), 'missed'],
            [count('left'), 'not played'],
          ])}
          {best !== null && !isNewBest && `. Your best: ${best}`}
        </p>
      )}
    </div>
  );
}

function tally(counts: readonly (readonly [number, string])[]): string {
  const told = counts.filter(([count]) => count > 0);
  return told.map(([count, word]) => `${count} ${word}`).join(', ');
}
