import { cx } from '../../../components/cx.ts';
import styles from './cash-tag.module.css';

type Props = { prize: string | null; onMedal?: boolean };

/** What a place wins; nothing where it wins none. */
export function CashTag({ prize, onMedal = false }: Props) {
  if (prize === null) return null;
  return (
    <span className={cx(styles.cash, onMedal && styles.onMedal)}>
      <span className="vh">wins </span>
      {prize}
    </span>
  );
}
