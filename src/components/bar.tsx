import type { ReactNode } from 'react';
import styles from './bar.module.css';
import { cx } from './cx.ts';

type Props = {
  /** `stage`: it stands on the ground of a game and has none of its own. */
  ground?: 'night' | 'stage';
  /** Whether it breaks into two lines where its text is large. */
  breaks?: boolean;
  children: ReactNode;
};

/** The bar at a screen's top: a way out at its start, chips at its end. */
export function Bar({ ground = 'night', breaks = false, children }: Props) {
  return (
    <header className={cx('on-night', styles.bar, styles[ground], breaks && styles.breaks)}>
      {children}
    </header>
  );
}

/** The page's name, where the bar has room for one line of it. */
export function BarTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>;
}
