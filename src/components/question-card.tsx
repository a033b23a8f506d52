import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from './cx.ts';
import { Option, type Outcome } from './option.tsx';
import styles from './question-card.module.css';
import { unbroken } from './unbroken.tsx';

type Props = {
  question: string;
  options: readonly string[];
  /** Stands above the question. */
  meta?: ReactNode;
  /** Questions over this many letters are set smaller, so that the four options still fit. */
  longOver: number;
  /** What a right answer brings; `null` for none. */
  points: number | null;
  isFirst: boolean;
  isClosed: boolean;
  outcomeOf: (option: string) => Outcome | null;
  onAnswer: (choice: string) => void;
};

/** The card on the table. Mount it anew per question: it then rises and takes the focus, and the card before leaves. */
export function QuestionCard(props: Props) {
  const { question, options, meta, longOver, points, isFirst, isClosed } = props;
  const { outcomeOf, onAnswer } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <div className={styles.deck}>
      <article
        className={cx('on-page', styles.card, question.length > longOver && styles.long)}
        onCopy={(event) => event.preventDefault()}
      >
        {meta && <p className={styles.meta}>{meta}</p>}
        <h1 ref={heading} tabIndex={-1} className={styles.question}>
          {unbroken(question)}
        </h1>
        <div className={styles.options}>
          {options.map((option, index) => (
            <Option
              key={option}
              letter={'ABCD'[index] ?? ''}
              text={option}
              points={points}
              outcome={outcomeOf(option)}
              isClosed={isClosed}
              onPick={() => onAnswer(option)}
            />
          ))}
        </div>
      </article>
      {!isFirst && <div className={styles.before} />}
    </div>
  );
}
