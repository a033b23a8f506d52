import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { MONTHLY_GRAND_PRIZE_NAIRA, MONTHLY_MIN_COINS_BOUGHT } from '../../rules/prizes.ts';
import { Card } from './card.tsx';
import styles from './help-page.module.css';

/** The grand prize of the month (decision 48). */
export function MonthlyPrize() {
  return (
    <Card title="Monthly grand prize">
      <p className={styles.big}>{formatNaira(MONTHLY_GRAND_PRIZE_NAIRA)}</p>
      <p>
        It goes to the player with the most points of the month who bought at least{' '}
        {formatNumber(MONTHLY_MIN_COINS_BOUGHT)} coins in it.
      </p>
    </Card>
  );
}
