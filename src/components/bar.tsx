import type { ReactNode } from 'react';
import styles from './bar.module.css';
import { cx } from './cx.ts';

type Props = {
  /** `stage`: it stands on the ground of a game and has none of its own. */
  ground?: 'night' | 'stage';
  children: ReactNode;
};

/** The bar at a screen's top: a way out at its start, chips at its end; in two lines where its text is large. */
export function Bar({ ground = 'night', children }: Props) {
  return <header className={cx('on-night', styles.bar, styles[ground])}>{children}</header>;
}

/** The page's name. */
export function BarTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>;
}
