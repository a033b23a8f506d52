import { useEffect, useRef } from 'react';
import { Tag } from '../../../components/chip.tsx';
import { cx } from '../../../components/cx.ts';
import type { Question } from '../../../contract/rounds.ts';
import { LEVEL_NAMES, type Level } from '../../../rules/levels.ts';
import { unbroken } from '../unbroken.tsx';
import { Option } from './option.tsx';
import styles from './question-card.module.css';

/** Questions over this many letters are set smaller, so that the four options still fit. */
const LONG_QUESTION = 90;

type Props = {
  category: string;
  level: Level;
  question: Question;
  points: number;
  isFirst: boolean;
  /** What was chosen, once the question has ended. */
  choice: string | null;
  isClosed: boolean;
  onAnswer: (choice: string) => void;
};

/** The card on the table. Mount it anew per question: it then rises and takes the focus, and the card before leaves. */
export function QuestionCard(props: Props) {
  const { category, level, question, points, isFirst, choice, isClosed, onAnswer } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  return (
    <div className={styles.deck}>
      <article
        className={cx(
          'on-page',
          styles.card,
          question.question.length > LONG_QUESTION && styles.long,
        )}
        onCopy={(event) => event.preventDefault()}
      >
        <p className={styles.meta}>
          <span>{category}</span>
          <Tag icon={`level-${level}`}>{LEVEL_NAMES[level]}</Tag>
        </p>
        <h1 ref={heading} tabIndex={-1} className={styles.question}>
          {unbroken(question.question)}
        </h1>
        <div className={styles.options}>
          {question.options.map((option, index) => (
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

  function outcomeOf(option: string): 'right' | 'wrong' | null {
    if (option !== choice) return null;
    return option === question.answer ? 'right' : 'wrong';
  }
}
