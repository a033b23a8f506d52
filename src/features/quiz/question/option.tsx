import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Shirt } from '../../../components/shirt.tsx';
import styles from './option.module.css';

type Props = {
  letter: string;
  text: string;
  points: number;
  outcome: 'right' | 'wrong' | null;
  isClosed: boolean;
  onPick: () => void;
};

/** One of four answers; once chosen it says by colour, mark and word how it went. */
export function Option({ letter, text, points, outcome, isClosed, onPick }: Props) {
  return (
    <button
      type="button"
      className={cx(styles.option, outcome && styles[outcome])}
      disabled={isClosed && outcome === null}
      aria-disabled={isClosed || undefined}
      onClick={isClosed ? undefined : onPick}
    >
      {outcome === null ? (
        <span className={styles.key} aria-hidden="true">
          <Shirt />
          <b>{letter}</b>
        </span>
      ) : (
        <span className={styles.mark}>
          <Icon name={outcome === 'right' ? 'check' : 'cross'} />
        </span>
      )}
      <span className={styles.text}>{text}</span>
      {outcome === 'right' && (
        <span className={styles.tag}>
          Correct <small>+{points}</small>
        </span>
      )}
      {outcome === 'wrong' && <span className={styles.tag}>Wrong</span>}
    </button>
  );
}
