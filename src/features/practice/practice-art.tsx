import styles from './practice-art.module.css';

const CARD = 'M30 16h52a6 6 0 0 1 6 6v62a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6z';

/** Draws three cards that fan out once. */
export function PracticeArt() {
  return (
    <svg viewBox="0 0 112 104" width="112" height="104" className={styles.art} aria-hidden="true">
      <path className={styles.third} d={CARD} />
      <path className={styles.second} d={CARD} />
      <path className={styles.first} d={CARD} />
      <path className={styles.again} d="M72 46a17 17 0 1 1-5-9M72 29v11H61" />
    </svg>
  );
}
