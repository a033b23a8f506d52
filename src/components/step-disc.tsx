import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './spinner.tsx';
import styles from './step-disc.module.css';

/** How a step stands: `bad` is wrong, `over` has ended without it. */
export type StepState = 'done' | 'now' | 'held' | 'bad' | 'over' | 'todo';

const ICONS: Partial<Record<StepState, IconName>> = {
  done: 'check',
  held: 'warn',
  bad: 'cross',
  over: 'cross',
};

/** What a screen reader says behind a step's name, in place of its disc. */
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
    <span className={cx(styles.disc, styles[is])}>
      {icon && <Icon name={icon} size={15} />}
      {is === 'now' && <Spinner size={16} />}
    </span>
  );
}
