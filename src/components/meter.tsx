import type { ComponentProps } from 'react';
import styles from './meter.module.css';

type Props = Required<Pick<ComponentProps<'progress'>, 'value' | 'max'>> &
  Pick<ComponentProps<'progress'>, 'aria-label' | 'aria-hidden'>;

/** How far something has come; its figures stand beside it. */
export function Meter(props: Props) {
  return <progress {...props} className={styles.meter} />;
}
