import { cx } from './cx.ts';
import styles from './skeleton.module.css';

type Props = {
  shape?: 'line' | 'circle' | 'block';
  /** Gives the size of what will stand there. */
  className?: string | undefined;
};

export function Skeleton({ shape = 'line', className }: Props) {
  return <span className={cx(styles.skeleton, styles[shape], className)} aria-hidden="true" />;
}
