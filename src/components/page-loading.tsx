// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import type { ReactNode } from 'react';
import { Wordmark } from './brand.tsx';
import styles from './page-loading.module.css';

type Props = {
  /**
   * The reason for the wait, and a way around it. Without children, the screen waits for a page's code.
   */
  children?: ReactNode;
};

/** A screen that only waits: the wordmark on a night ground, with the reason below it. */
export function PageLoading({ children }: Props) {
  return (
    <main className={`${styles.page} on-night`} aria-busy={!children}>
      <Wordmark className={styles.logo} />
      {children ?? <p role="status">Loading…</p>}
    </main>
  );
}
