import { cx } from '../../components/cx.ts';
import { Skeleton } from '../../components/skeleton.tsx';
import styles from './weekly-board-loading.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** The board's own shape while it is on its way. */
export function WeeklyBoardLoading() {
  return (
    <div role="status" aria-label="Loading the leaderboard">
      <div className={styles.podium}>
        <Skeleton className={cx(styles.block, styles.second)} />
        <Skeleton className={cx(styles.block, styles.first)} />
        <Skeleton className={cx(styles.block, styles.third)} />
      </div>
      <div className={styles.page}>
        <Skeleton className={styles.own} />
        <div className={styles.rows}>
          {ROWS.map((row) => (
            <div key={row} className={styles.row}>
              <Skeleton />
              <Skeleton shape="circle" className={styles.avatar} />
              <Skeleton className={styles.name} />
              <Skeleton className={styles.points} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
