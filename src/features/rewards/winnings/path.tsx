import { cx } from '../../../components/cx.ts';
import { STEP_SAID, StepDisc } from '../../../components/step-disc.tsx';
import styles from './path.module.css';
import type { PathStep } from './path-steps.ts';

/** Won, checked, sent, paid; a step that has just changed pops (design.md#prizes). */
export function Path({ steps, hasChanged }: { steps: readonly PathStep[]; hasChanged: boolean }) {
  return (
    <ol className={cx(styles.path, hasChanged && styles.changed)}>
      {steps.map(({ name, is, when }, index) => (
        <li key={name} className={styles[is]} aria-current={is === 'now' ? 'step' : undefined}>
          <StepDisc is={is} />
          <b>
            <span className="vh">{`Step ${index + 1} of ${steps.length}, `}</span>
            {name}
            <span className="vh">{STEP_SAID[is]}</span>
          </b>
          <span className={styles.when}>{when}</span>
        </li>
      ))}
    </ol>
  );
}
