// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Wordmark } from '../components/wordmark.tsx';
import styles from './page-loading.module.css';

/** A page whose own code is on its way. */
export function PageLoading() {
  return (
    <main className={`${styles.page} on-night`} aria-busy="true">
      <Wordmark className={styles.logo} />
      <p role="status">Loading…</p>
    </main>
  );
}
