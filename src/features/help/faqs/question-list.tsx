import type { ReactNode } from 'react';
import { Icon } from '../../../components/icon.tsx';
import styles from './question-list.module.css';

type Props = { questions: readonly { id: string; question: string; answer: ReactNode }[] };

/** Questions whose answers open at a tap; the browser's own search opens them too. */
export function QuestionList({ questions }: Props) {
  return (
    <ul className={styles.list}>
      {questions.map(({ id, question, answer }) => (
        <li key={id}>
          <details>
            <summary className={styles.question}>
              {question}
              <Icon name="chev-down" size={18} />
            </summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}
