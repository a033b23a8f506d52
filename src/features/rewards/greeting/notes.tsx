import styles from './notes.module.css';

/** Naira notes in a fan, and a ball on them. */
export function Notes() {
  return (
    <svg viewBox="0 0 200 118" width="200" height="118" className={styles.notes} aria-hidden="true">
      <path className={styles.beam} d="M100 0L16 118h168z" />
      <Note transform="translate(62 78) rotate(-16)" />
      <Note transform="translate(138 78) rotate(16)" />
      <Note transform="translate(100 82)" />
      <circle className={styles.ball} cx="100" cy="28" r="24" />
      <path
        className={styles.patches}
        d="M100 17.9L109.6 24.9L105.9 36.1L94.1 36.1L90.4 24.9ZM90.7 6.2L100 10.7L109.3 6.2A24 24 0 0 0 90.7 6.2ZM117.9 12.4L116.4 22.7L123.5 30A24 24 0 0 0 117.9 12.4ZM120.3 40.2L110.1 42L105.3 51A24 24 0 0 0 120.3 40.2ZM94.7 51L89.9 42L79.7 40.2A24 24 0 0 0 94.7 51ZM76.5 30L83.6 22.7L82.1 12.4A24 24 0 0 0 76.5 30Z"
      />
    </svg>
  );
}

function Note({ transform }: { transform: string }) {
  return (
    <g transform={transform}>
      <path className={styles.night} d="M-52-32H52V34H-52z" />
      <path className={styles.green} d="M-49-29H49V29H-49z" />
      <path className={styles.edge} d="M-42-22H42V22H-42z" />
      <circle className={styles.night} r="15" />
      <path className={styles.sign} d="M-5.5 9V-9L5.5 9V-9M-10-3H10M-10 3H10" />
    </g>
  );
}
