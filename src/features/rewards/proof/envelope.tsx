import styles from './envelope.module.css';

/** A golden envelope with a red seal, under a beam of light. */
export function Envelope() {
  return (
    <svg
      viewBox="0 0 360 150"
      preserveAspectRatio="xMaxYMid slice"
      className={styles.art}
      aria-hidden="true"
    >
      <path className={styles.beam} d="M360-59L200 150h160z" />
      <g transform="rotate(8 292 84)">
        <path className={styles.goldEdge} d="M238 54h108v76H238z" />
        <path className={styles.gold} d="M238 48h108v76H238z" />
        <path className={styles.folds} d="M238 50l54 42 54-42M238 123l40-42M346 123l-40-42" />
        <circle className={styles.sealEdge} cx="292" cy="92" r="19" />
        <circle className={styles.seal} cx="292" cy="89" r="19" />
        <path className={styles.tick} d="M283 89l6.5 6.5 12-13" />
      </g>
    </svg>
  );
}
