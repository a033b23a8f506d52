import styles from './drawings.module.css';

/** Two floodlight beams that cross, behind the cards of a game. */
export function Beams() {
  return (
    <svg
      viewBox="0 0 360 640"
      preserveAspectRatio="xMidYMin slice"
      className={styles.cover}
      aria-hidden="true"
    >
      <path className={styles.stage2} d="M-10 0h70l300 640H120zM370 0h-70L0 640h240z" />
      <path className={styles.stage3} d="M180 256L360 640H0z" />
    </svg>
  );
}

/** Three beams from above, behind a podium. */
export function PodiumBeams() {
  return (
    <svg
      viewBox="0 0 360 290"
      preserveAspectRatio="xMidYMin slice"
      className={styles.cover}
      aria-hidden="true"
    >
      <path className={styles.night2} d="M150 0L60 290h240L210 0z" />
      <path className={styles.night2} opacity=".5" d="M0 0h40l90 290H0zM360 0h-40l-90 290h130z" />
    </svg>
  );
}
