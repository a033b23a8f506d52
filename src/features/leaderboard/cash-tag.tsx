import { cx } from '../../components/cx.ts';
import { formatNaira } from '../../rules/money.ts';
import { weeklyCashNaira } from '../../rules/prizes.ts';
import { useBrand } from '../../session/use-brand.ts';
import styles from './cash-tag.module.css';

type Props = { place: number; points: number; onMedal?: boolean };

/** What a place of the week wins in cash; nothing where it, or the brand's promo, has none. */
export function CashTag({ place, points, onMedal = false }: Props) {
  const { promo } = useBrand();
  const naira = weeklyCashNaira(place, points);
  if (naira === 0 || promo !== 'weekly-cash') return null;
  return (
    <span className={cx(styles.cash, onMedal && styles.onMedal)}>
      <span className="vh">wins </span>
      {formatNaira(naira)}
    </span>
  );
}
