import { Icon } from '../../../components/icon.tsx';
import { unbroken } from '../../../components/unbroken.tsx';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayText } from '../../../lib/time.ts';
import type { Mistake } from '../../../rules/practice.ts';
import styles from './mistake-card.module.css';

/** One question that waits, and what the player said then; never its answer. */
export function MistakeCard({ mistake }: { mistake: Mistake }) {
  const { category, question, said, missedOn } = mistake;
  return (
    <article className={styles.card}>
      <p className={styles.meta}>
        <span>{category}</span>
        <span>{dayText(Date.parse(missedOn), serverTime())}</span>
      </p>
      <h2 className={styles.question}>{unbroken(question)}</h2>
      <p className={styles.said}>
        <Icon name={said === null ? 'minus' : 'cross'} size={14} />
        {said === null ? 'You gave no answer' : `You said ${said}`}
      </p>
    </article>
  );
}
