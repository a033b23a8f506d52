import type { ReactNode } from 'react';
import { cx, Spinner } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import stepDiscStyles from './step-disc.module.css';
import styles from './steps.module.css';

export type Step = {
  is: Exclude<StepState, 'over'>;
  name: string;
  about: ReactNode;
};

/** A list of past, present and coming steps. */
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

/** A step's state. `bad` means that the step is wrong, `over` that everything stopped before the step. */
export type StepState = 'done' | 'now' | 'held' | 'bad' | 'over' | 'todo';

const ICONS: Partial<Record<StepState, IconName>> = {
  done: 'check',
  held: 'warn',
  bad: 'cross',
  over: 'cross',
};

/** Words after a step's name for screen readers, in place of the disc. */
export const STEP_SAID: Record<StepState, string> = {
  done: '',
  now: ', now',
  held: ', held',
  bad: ', wrong',
  over: ', stopped',
  todo: ', not yet',
};

/** The disc before a step's name. */
export function StepDisc({ is }: { is: StepState }) {
  const icon = ICONS[is];
  return (
    <span className={cx(stepDiscStyles.disc, stepDiscStyles[is])}>
      {icon && <Icon name={icon} size={15} />}
      {is === 'now' && <Spinner size={16} />}
    </span>
  );
}
