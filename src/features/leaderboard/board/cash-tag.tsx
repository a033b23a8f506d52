import { cx } from '../../../components/cx.ts';
import { formatNaira } from '../../../rules/money.ts';
import styles from './cash-tag.module.css';

type Props = { naira: number; onMedal?: boolean };

/** What a place wins in cash; nothing where it wins none. */
export function CashTag({ naira, onMedal = false }: Props) {
  if (naira === 0) return null;
  return (
    <span className={cx(styles.cash, onMedal && styles.onMedal)}>
      <span className="vh">wins </span>
      {formatNaira(naira)}
    </span>
  );
}
