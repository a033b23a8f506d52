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
      <path
        className={styles.gold}
        d="M46 92h68v14H46zM34 112h92v14H34zM66 92l6-16h16l6 16zM44 44a36 36 0 1 0 72 0a36 36 0 1 0-72 0"
      />
      <path
        className={styles.onGold}
        d="M80 29l14 10-5 17H71l-5-17zM66 11l14 7 14-7a36 36 0 0 0-28 0zM107 21l-2 15 10 11a36 36 0 0 0-8-26zM110 62l-15 3-7 14a36 36 0 0 0 22-17zM72 79l-7-14-15-3a36 36 0 0 0 22 17zM45 47l10-11-2-15a36 36 0 0 0-8 26z"
      />
      <path
        className={styles.seams}
        strokeWidth="4"
        d="M80 29V17M94 39l12-3M89 56l7 10M71 56l-7 10M66 39l-12-3"
      />
    </svg>
  );
}
