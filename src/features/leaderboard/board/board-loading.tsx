import { cx } from '../../../components/cx.ts';
import { Skeleton } from '../../../components/skeleton.tsx';
import styles from './board-loading.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

export function BoardLoading() {
  return (
    <div role="status" aria-label="Loading the leaderboard">
      <div className={styles.podium}>
        <Skeleton className={cx(styles.block, styles.second)} />
        <Skeleton className={cx(styles.block, styles.first)} />
        <Skeleton className={cx(styles.block, styles.third)} />
      </div>
      <div className={styles.page}>
        <Skeleton className={styles.own} />
        <Rows />
      </div>
    </div>
  );
}

export function RowsLoading() {
  return (
    <div role="status" aria-label="Loading the leaderboard">
      <Rows />
    </div>
  );
}

function Rows() {
  return (
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
  );
}
