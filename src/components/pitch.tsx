import { Cover } from './cover.tsx';
import styles from './drawings.module.css';

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
