import type { ReactNode } from 'react';
import { STEP_SAID, StepDisc, type StepState } from './step-disc.tsx';
import styles from './steps.module.css';

export type Step = {
  is: Exclude<StepState, 'over'>;
  name: string;
  about: ReactNode;
};

/** What was, is and comes, below each other. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className={styles.steps}>
      {steps.map(({ is, name, about }) => (
        <li key={name} className={styles[is]} aria-current={is === 'now' ? 'step' : undefined}>
          <StepDisc is={is} />
          <span>
            <b>
              {name}
              <span className="vh">{STEP_SAID[is]}</span>
            </b>
            <span>{about}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
