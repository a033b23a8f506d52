import styles from './drawings.module.css';

/** Forty teeth of 12: as wide as the widest screen. */
const TEETH = 40;

export function Scarf() {
  return (
    <svg
      viewBox="0 0 480 12"
      preserveAspectRatio="xMinYMid slice"
      className={styles.scarf}
      aria-hidden="true"
    >
      <path className={styles.scarfGround} d="M0 0h480v12H0z" />
      <path className={styles.scarf1} d={`M0 12${'l6-9 6 9'.repeat(TEETH)}z`} />
      <path className={styles.scarf2} d={`M0 0${'l6 6 6-6'.repeat(TEETH)}z`} />
    </svg>
  );
}
