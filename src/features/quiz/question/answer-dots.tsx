import { memo } from 'react';
import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { isRightAnswer, type RoundState } from '../../../rules/round.ts';
import styles from './answer-dots.module.css';

type Props = {
  state: RoundState;
  /** The question on the table; `null` while none can be answered. */
  current: number | null;
};

const LOOKS = {
  right: { icon: 'check', word: 'right' },
  wrong: { icon: 'cross', word: 'wrong' },
  skipped: { icon: 'minus', word: 'not answered' },
} as const;

/** How the questions went so far, like a row of penalties. */
export const AnswerDots = memo(function AnswerDots({ state, current }: Props) {
  return (
    <ol className={styles.dots} aria-label="Your answers">
      {state.questions.map((question, index) => {
        const row = state.rows[index];
        const number = index + 1;
        if (!row) {
          return (
            <li
              key={question.id}
              className={cx(styles.dot, index === current && styles.now)}
              aria-current={index === current ? 'step' : undefined}
            >
              {number}
            </li>
          );
        }
        const outcome = isRightAnswer(row, question, state.terms)
          ? 'right'
          : row.end === 'answered'
            ? 'wrong'
            : 'skipped';
        const { icon, word } = LOOKS[outcome];
        const isJoined = outcome === 'right' && isRightAt(state, index - 1);
        return (
          <li
            key={question.id}
            className={cx(styles.dot, styles[outcome], isJoined && styles.joined)}
          >
            <Icon name={icon} size={14} label={`${number}: ${word}`} />
          </li>
        );
      })}
    </ol>
  );
});

function isRightAt({ rows, questions, terms }: RoundState, index: number): boolean {
  const [row, question] = [rows[index], questions[index]];
  return row !== undefined && question !== undefined && isRightAnswer(row, question, terms);
}
