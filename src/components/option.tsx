import { useDeferredValue } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import styles from './option.module.css';
import toldStyles from './option-told.module.css';
import { Shirt } from './shirt.tsx';

/**
 * How an option stands: chosen and judged, chosen and not judged yet, the right one that was not
 * chosen, or taken away.
 */
export type Outcome = 'right' | 'wrong' | 'picked' | 'missed' | 'gone';

type Props = {
  letter: string;
  text: string;
  /** What a right answer brings; `null` for none. */
  points: number | null;
  outcome: Outcome | null;
  isClosed: boolean;
  /** It is not on the table: no key leads to it. */
  isAside: boolean;
  onPick: () => void;
};

const TOLD = {
  right: { icon: 'check', word: 'Correct' },
  missed: { icon: 'check', word: 'Right answer' },
  wrong: { icon: 'cross', word: 'Wrong' },
} as const;

/** Beside a longer text the word has no room, in letters: it stands on the option's edge. */
const LONG_TEXT = 14;

/** One of four answers; once chosen it says by colour, mark and word how it went. */
export function Option(props: Props) {
  const { letter, text, points, outcome, isClosed, isAside, onPick } = props;
  const isGone = outcome === 'gone';
  // The others turn grey after the colour of the one that was pressed.
  const isOff = useDeferredValue(isClosed);
  const told = outcome && outcome !== 'picked' && outcome !== 'gone' ? TOLD[outcome] : null;
  const gain = outcome === 'right' && points !== null ? `+${points}` : undefined;
  return (
    <button
      type="button"
      className={cx(
        styles.option,
        outcome && styles[outcome],
        outcome && toldStyles[outcome],
        text.length > LONG_TEXT && toldStyles.long,
      )}
      data-gain={gain}
      disabled={isGone || (isOff && isClosed && outcome === null)}
      aria-disabled={(isOff && isClosed) || undefined}
      tabIndex={isAside ? -1 : undefined}
      onClick={isClosed ? undefined : onPick}
    >
      {/* The letter belongs to the name: 'A. Everton. Correct +10'. */}
      <span className="vh">{letter}. </span>
      <span className={styles.key} aria-hidden="true">
        <Shirt />
        <b>{letter}</b>
      </span>
      <span className={styles.text} translate="no">
        {text}
      </span>
      {outcome && outcome !== 'picked' && <span className="vh">. </span>}
      {told && (
        <>
          <span className={toldStyles.mark}>
            <Icon name={told.icon} />
          </span>
          <span className={toldStyles.tag}>
            {told.word}
            {gain && <small> {gain}</small>}
          </span>
        </>
      )}
      {isGone && <span className={styles.away}>Taken away</span>}
    </button>
  );
}
