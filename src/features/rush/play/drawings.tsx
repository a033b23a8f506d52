import styles from './drawings.module.css';

/** A red card that is shown. */
export function RedCard() {
  return (
    <svg width="104" height="112" viewBox="0 0 104 112" aria-hidden="true">
      <path className={styles.ground} d="M8 104h88v6H8z" />
      <g transform="rotate(9 52 52)">
        <rect className={styles.redEdge} x="21" y="10" width="62" height="86" rx="5" />
        <rect className={styles.red} x="21" y="6" width="62" height="84" rx="5" />
        <path className={styles.cross} fill="none" strokeWidth="9" d="M38 34l28 28M66 34L38 62" />
      </g>
    </svg>
  );
}

/** A stopwatch that has run out. */
export function StoppedClock() {
  return (
    <svg width="112" height="112" viewBox="0 0 112 112" aria-hidden="true">
      <circle className={styles.night} cx="56" cy="60" r="48" />
      <circle className={styles.face} cx="56" cy="60" r="38" />
      <path className={styles.red} d="M56 60V24a36 36 0 1 0 36 36z" />
      <path className={styles.night} d="M48 2h16v12H48zM90 16l8 8-8 8-8-8z" />
      <circle className={styles.ink} cx="56" cy="60" r="6" />
    </svg>
  );
}

/** A golden ball on the top step. */
export function GoldenBall() {
  return (
    <svg width="160" height="130" viewBox="0 0 160 130" aria-hidden="true">
      <path className={styles.beam} d="M80 20L10 130h140z" />
      <path className={styles.goldEdge} d="M40 104h80v10H40z" />
      <path className={styles.gold} d="M46 92h68v14H46zM34 112h92v14H34z" />
      <path className={styles.gold} d="M66 92l6-16h16l6 16z" />
      <circle className={styles.gold} cx="80" cy="44" r="36" />
      <path
        className={styles.onGold}
        d="M80 28.9L94.4 39.3L88.9 56.2L71.1 56.2L65.6 39.3ZM66.1 11.4L80 18.1L93.9 11.4A36 36 0 0 0 66.1 11.4ZM106.8 20.7L104.7 36L115.3 47.1A36 36 0 0 0 106.8 20.7ZM110.4 62.3L95.2 65L88 78.6A36 36 0 0 0 110.4 62.3ZM72 78.6L64.8 65L49.6 62.3A36 36 0 0 0 72 78.6ZM44.7 47.1L55.3 36L53.2 20.7A36 36 0 0 0 44.7 47.1Z"
      />
      <path
        className={styles.seams}
        strokeWidth="4"
        d="M80 28.9L80 16.6M94.4 39.3L106 35.5M88.9 56.2L96.1 66.1M71.1 56.2L63.9 66.1M65.6 39.3L54 35.5"
      />
    </svg>
  );
}
