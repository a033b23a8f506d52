import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './option.module.css';
import { Shirt } from './shirt.tsx';

/**
 * How an option stands: chosen and judged, chosen and not judged yet, the right one beside a wrong
 * choice, or taken away.
 */
export type Outcome = 'right' | 'wrong' | 'picked' | 'missed' | 'gone';

type Props = {
  letter: string;
  text: string;
  /** What a right answer brings; `null` for none. */
  points: number | null;
  outcome: Outcome | null;
  isClosed: boolean;
  onPick: () => void;
};

const MARKS = { right: 'check', missed: 'check', wrong: 'cross' } as const;

/** One of four answers; once chosen it says by colour, mark and word how it went. */
export function Option({ letter, text, points, outcome, isClosed, onPick }: Props) {
  const isGone = outcome === 'gone';
  const mark = outcome && outcome !== 'picked' && outcome !== 'gone' ? MARKS[outcome] : null;
  return (
    <button
      type="button"
      className={cx(styles.option, outcome && styles[outcome])}
      disabled={isGone || (isClosed && outcome === null)}
      aria-disabled={isClosed || undefined}
      onClick={isClosed ? undefined : onPick}
    >
      {mark ? (
        <span className={styles.mark}>
          <Icon name={mark} />
        </span>
      ) : (
        <span className={styles.key} aria-hidden="true">
          <Shirt />
          <b>{letter}</b>
        </span>
      )}
      <span className={styles.text}>{text}</span>
      {outcome === 'right' && (
        <span className={styles.tag}>Correct {points !== null && <small>+{points}</small>}</span>
      )}
      {outcome === 'wrong' && <span className={styles.tag}>Wrong</span>}
      {outcome === 'missed' && <span className={styles.tag}>Right answer</span>}
      {isGone && <span className={styles.away}>Taken away</span>}
    </button>
  );
}
