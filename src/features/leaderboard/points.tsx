import { formatNumber } from '../../rules/numbers.ts';
import { CashTag } from './cash-tag.tsx';
import styles from './points.module.css';

type Props = { points: number; naira: number };

/** The end of a row: its points, and its cash where its place is paid. */
export function Points({ points, naira }: Props) {
  return (
    <span className={styles.points}>
      <span>
        <b>{formatNumber(points)}</b> <small>pts</small>
      </span>
      <CashTag naira={naira} />
    </span>
  );
}
