import styles from './coin-pile.module.css';

/** Two coins where a tall pile should be. */
export function CoinPile() {
  return (
    <svg width="120" height="92" viewBox="0 0 120 92" aria-hidden="true">
      <g className={styles.missing}>
        <ellipse cx="60" cy="20" rx="38" ry="12" />
        <path d="M22 20v36M98 20v36" />
      </g>
      <ellipse cx="60" cy="76" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="70" rx="38" ry="12" className={styles.face} />
      <ellipse cx="60" cy="62" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="56" rx="38" ry="12" className={styles.face} />
      <path d="M60 49l17 5-6.5 8h-21L43 54z" className={styles.edge} />
    </svg>
  );
}
