import styles from './drawings.module.css';

/** A message on a phone. */
export function PromptDrawing() {
  return (
    <svg viewBox="0 0 76 88" width="76" height="88" className={styles.phone} aria-hidden="true">
      <path
        className={styles.body}
        d="M8 2h46a6 6 0 0 1 6 6v72a6 6 0 0 1-6 6H8a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z"
      />
      <path className={styles.screen} d="M8 12h46v58H8z" />
      <circle className={styles.button} cx="31" cy="78" r="4" />
      <path
        className={styles.bubble}
        d="M20 22h50a4 4 0 0 1 4 4v26a4 4 0 0 1-4 4H38l-8 8v-8H20a4 4 0 0 1-4-4V26a4 4 0 0 1 4-4z"
      />
      <path className={styles.text} d="M24 30h26v4H24zM24 38h38v4H24z" />
      <path className={styles.ok} d="M24 46h16v5H24z" />
    </svg>
  );
}

/** A tick on a phone, and coins beside it. */
export function PaidDrawing() {
  return (
    <svg viewBox="0 0 128 112" width="128" height="112" aria-hidden="true">
      <path
        className={styles.body}
        d="M32 2h46a6 6 0 0 1 6 6v92a6 6 0 0 1-6 6H32a6 6 0 0 1-6-6V8a6 6 0 0 1 6-6z"
      />
      <path className={styles.screen} d="M32 12h46v76H32z" />
      <circle className={styles.button} cx="55" cy="97" r="4" />
      <circle className={styles.ok} cx="55" cy="48" r="26" />
      <path className={styles.tick} d="M42 49l9 9 18-19" />
      {[98, 90, 82].map((y) => (
        <g key={y}>
          <ellipse className={styles.edge} cx="100" cy={y} rx="20" ry="7" />
          <ellipse className={styles.gold} cx="100" cy={y - 3} rx="20" ry="7" />
        </g>
      ))}
    </svg>
  );
}
