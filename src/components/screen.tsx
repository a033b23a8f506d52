import type { ReactNode } from 'react';
import styles from './screen.module.css';

type Props = { children: ReactNode };

/** The frame of a page: as wide as a phone at most, and as high as the screen at least. */
export function Screen({ children }: Props) {
  return <div className={styles.screen}>{children}</div>;
}
