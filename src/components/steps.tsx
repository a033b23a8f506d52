import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import styles from './steps.module.css';

export type Step = {
  is: 'done' | 'now' | 'held' | 'bad' | 'todo';
  name: string;
  about: ReactNode;
};

/** What was, is and comes, below each other. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ is, name, about }) => (
        <li key={name} className={styles[is]} aria-current={is === 'now' ? 'step' : undefined}>
          <span className={styles.disc}>
            {is === 'done' && <Icon name="check" size={15} />}
            {is === 'now' && <Spinner size={16} />}
            {is === 'held' && <Icon name="warn" size={15} />}
            {is === 'bad' && <Icon name="cross" size={15} />}
          </span>
          <span>
            <b>{name}</b>
            <span>{about}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
