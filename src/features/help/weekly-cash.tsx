import { formatNaira } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import {
  CASH_HOURS,
  WEEKLY_MIN_POINTS,
  WEEKLY_PAID_PLACES,
  weeklyCashNaira,
} from '../../rules/prizes.ts';
import { Card } from './card.tsx';
import { rewardRows } from './figures.ts';
import styles from './help-page.module.css';
import { HelpTable } from './help-table.tsx';

const EXAMPLE_POINTS = 2000;

/** The cash of the week's first ten (decision 47). */
export function WeeklyCash() {
  return (
    <Card title="Weekly cash">
      <p className={styles.lead}>The top {WEEKLY_PAID_PLACES} of the week win cash.</p>
      <p>
        You need at least {WEEKLY_MIN_POINTS} points. Your points are multiplied, and 1 point is{' '}
        {formatNaira(1)}:
      </p>
      <HelpTable heads={['Points of the week', 'You get']} rows={rewardRows()} />
      <p>
        In the top {WEEKLY_PAID_PLACES} with {formatNumber(EXAMPLE_POINTS)} points you get{' '}
        {formatNaira(weeklyCashNaira(1, EXAMPLE_POINTS))}. Cash reaches your bank account{' '}
        {CASH_HOURS.least} to {CASH_HOURS.most} hours after it is confirmed.
      </p>
    </Card>
  );
}
