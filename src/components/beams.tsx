import { Cover } from './cover.tsx';
import styles from './drawings.module.css';

/** Two floodlight beams that cross, behind the cards of a game. */
export function Beams() {
  return (
    <Cover width={360} height={640}>
      <path className={styles.stage2} d="M-10 0h70l300 640H120zM370 0h-70L0 640h240z" />
      <path className={styles.stage3} d="M180 256L360 640H0z" />
    </Cover>
  );
}

/** Three beams from above, behind a podium. */
export function PodiumBeams() {
  return (
    <Cover width={360} height={290}>
      <path className={styles.night2} d="M150 0L60 290h240L210 0z" />
      <path className={styles.night2} opacity=".5" d="M0 0h40l90 290H0zM360 0h-40l-90 290h130z" />
    </Cover>
  );
}
