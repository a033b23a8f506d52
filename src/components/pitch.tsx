import { Cover } from './cover.tsx';
import styles from './drawings.module.css';

/** The pitch from above at night: mown stripes and chalk lines, the circle round the avatar. */
export function Pitch() {
  return (
    <Cover width={360} height={152}>
      <path
        className={styles.night2}
        d="M-60 0h40v152h-40zM20 0h40v152H20zM100 0h40v152h-40zM220 0h40v152h-40zM300 0h40v152h-40zM380 0h40v152h-40z"
      />
      <g className={styles.chalk}>
        <path d="M180 0v5M180 141v11M-100 1h560" />
        <circle cx="180" cy="53" r="48" />
        <circle cx="0" cy="152" r="26" />
        <circle cx="360" cy="152" r="26" />
      </g>
    </Cover>
  );
}

/** The mown stripes of a pitch at night, behind a line of figures. */
export function Stripes() {
  return (
    <Cover width={360} height={80} keep="middle">
      <path
        className={styles.night2}
        d="M-60 0h40v80h-40zM20 0h40v80H20zM100 0h40v80h-40zM180 0h40v80h-40zM260 0h40v80h-40zM340 0h40v80h-40zM420 0h40v80h-40z"
      />
    </Cover>
  );
}
