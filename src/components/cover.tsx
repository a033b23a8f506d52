import type { ReactNode } from 'react';
import styles from './drawings.module.css';

type Props = {
  width: number;
  height: number;
  /** What stays in sight where the ground has another shape: the top, or the middle. */
  keep?: 'top' | 'middle';
  children: ReactNode;
};

/** A drawing that covers the ground of what it stands in. */
export function Cover({ width, height, keep = 'top', children }: Props) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={keep === 'top' ? 'xMidYMin slice' : 'xMidYMid slice'}
      className={styles.cover}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
