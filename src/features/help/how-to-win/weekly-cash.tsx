import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../rules/numbers.ts';
import { CASH_HOURS, WEEKLY_MIN_POINTS, WEEKLY_PAID_PLACES } from '../../../rules/prizes.ts';
import { REWARD_HEADS, rewardRows, rewardSum } from '../figures.ts';
import styles from '../help-page.module.css';
import { HelpTable } from '../help-table.tsx';

const EXAMPLE_POINTS = 7000;

/** The cash of the week's first ten (game.md#weekly-cash). */
export function WeeklyCash() {
  return (
    <Card small title="Weekly cash">
      <p className={styles.lead}>The top {WEEKLY_PAID_PLACES} of the week win cash.</p>
      <p>
        You need at least {WEEKLY_MIN_POINTS} points. Each of them brings cash, and more points
        never win less:
      </p>
      <HelpTable heads={REWARD_HEADS} rows={rewardRows()} />
      <p>
        In the top {WEEKLY_PAID_PLACES} with {formatNumber(EXAMPLE_POINTS)} points you get{' '}
        {rewardSum(EXAMPLE_POINTS)}. Cash reaches your bank account {CASH_HOURS.least} to{' '}
        {CASH_HOURS.most} hours after it is confirmed.
      </p>
    </Card>
  );
}
