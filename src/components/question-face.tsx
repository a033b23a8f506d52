import { memo, type ReactElement, type ReactNode, type Ref } from 'react';
import { cx } from './cx.ts';
import { Option, type Outcome } from './option.tsx';
import styles from './question-card.module.css';
import { unbroken } from './unbroken.tsx';

/** What is printed on a card. */
export type Print = {
  /** Tells one question from the next, also where the same one comes again. */
  id: string | number;
  question: string;
  options: readonly string[];
  /** Stands above the question. */
  meta?: ReactNode;
  /** Stands between `meta` and the question, which keeps smaller after it (`data-picture`). */
  picture?: ReactElement | null | undefined;
  /** Questions over this many letters are set smaller, as are those that would not fit. */
  longOver: number;
  /** What a right answer brings; `null` for none. */
  points: number | null;
  isClosed: boolean;
  outcomeOf: (option: string) => Outcome | null;
};

type Props = {
  print: Print;
  /** On the table, sliding off it, or laid out beneath for its turn. */
  place: 'now' | 'before' | 'next';
  isFirst?: boolean;
  heading?: Ref<HTMLHeadingElement> | undefined;
  onAnswer?: ((choice: string) => void) | undefined;
  onGone?: () => void;
};

const LETTERS = 'ABCD';

/** One print of the card; what is not on the table can be neither read nor pressed. */
export const QuestionFace = memo(function QuestionFace(props: Props) {
  const { print, place, isFirst, heading, onAnswer, onGone } = props;
  const { question, options, meta, picture, longOver, points, isClosed, outcomeOf } = print;
  const outcomes = options.map(outcomeOf);
  const isAside = place !== 'now';
  return (
    <div
      className={cx(
        styles.face,
        picture && styles.drawn,
        isAside && styles.aside,
        isFirst ? styles.first : styles[place],
      )}
      data-smaller={question.length > longOver ? 1 : undefined}
      // Not inert: whatever is on it would be styled anew, twice a question.
      aria-hidden={isAside || undefined}
      onAnimationEnd={({ target, currentTarget }) => target === currentTarget && onGone?.()}
    >
      {meta && <p className={styles.meta}>{meta}</p>}
      {picture}
      <h1 ref={heading} tabIndex={-1} className={styles.question}>
        {unbroken(question)}
      </h1>
      <div className={cx(styles.options, outcomes.includes('wrong') && styles.missedLater)}>
        {options.map((option, index) => (
          <Option
            key={option}
            letter={LETTERS[index] ?? ''}
            text={option}
            points={points}
            outcome={outcomes[index] ?? null}
            isClosed={isClosed}
            isAside={isAside}
            onPick={() => onAnswer?.(option)}
          />
        ))}
      </div>
    </div>
  );
});
