import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import styles from './path.module.css';
import type { PathStep } from './path-steps.ts';

const SAID = {
  done: '',
  now: ', now',
  held: ', held',
  bad: ', stopped',
  todo: ', not yet',
} as const;

/** Won, checked, sent, paid; a step that has just changed pops (design.md#prizes). */
export function Path({ steps, hasChanged }: { steps: readonly PathStep[]; hasChanged: boolean }) {
  return (
    <ol className={cx(styles.path, hasChanged && styles.changed)}>
      {steps.map(({ name, is, when }, index) => (
        <li key={name} className={styles[is]} aria-current={is === 'now' ? 'step' : undefined}>
          <span className={styles.disc}>
            {is === 'done' && <Icon name="check" size={15} />}
            {is === 'now' && <Spinner size={16} />}
            {is === 'held' && <Icon name="warn" size={15} />}
            {is === 'bad' && <Icon name="cross" size={15} />}
          </span>
          <b>
            <span className="vh">{`Step ${index + 1} of ${steps.length}, `}</span>
            {name}
            <span className="vh">{SAID[is]}</span>
          </b>
          <span className={styles.when}>{when}</span>
        </li>
      ))}
    </ol>
  );
}
