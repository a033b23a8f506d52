// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import type { ReactNode } from 'react';
import { Wordmark } from './brand.tsx';
import styles from './page-loading.module.css';

type Props = {
  /** The thing that is waited for, and how to go round it; without it, a page's own code. */
  children?: ReactNode;
};

/** A screen that only waits: the wordmark at night, and below it the reason. */
export function PageLoading({ children }: Props) {
  return (
    <main className={`${styles.page} on-night`} aria-busy={!children}>
      <Wordmark className={styles.logo} />
      {children ?? <p role="status">Loading…</p>}
    </main>
  );
}
