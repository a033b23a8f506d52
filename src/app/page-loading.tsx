import styles from './page-loading.module.css';

/** A page whose own code is on its way: the night ground, so that nothing flashes. */
export function PageLoading() {
  return (
    <main className={styles.page} aria-busy="true">
      <p className="vh" role="status">
        Loading
      </p>
    </main>
  );
}
