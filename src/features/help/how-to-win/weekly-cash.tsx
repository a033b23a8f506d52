import { Card } from '../../../components/card.tsx';
import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { CashTime } from '../cash-time.tsx';
import { prizeText, REWARD_HEADS, rewardRows, rewardSum } from '../figures.ts';
import styles from '../help-page.module.css';
import { HelpTable } from '../help-table.tsx';

const EXAMPLE_POINTS = 7000;

/** The cash of the week's first places (game.md#weekly-cash). */
export function WeeklyCash({ weekly }: { weekly: PrizeRow }) {
  const { places, minPoints, naira } = weekly;
  return (
    <Card small title="Weekly cash">
      <p className={styles.lead}>
        The top {places} of the week win {prizeText(weekly)}.
      </p>
      <p>You need at least {formatNumber(minPoints)} points.</p>
      {naira === 'bands' && (
        <>
          <p>Each of them brings cash, and more points never win less:</p>
          <HelpTable heads={REWARD_HEADS} rows={rewardRows()} />
          <p>
            In the top {places} with {formatNumber(EXAMPLE_POINTS)} points you get{' '}
            {rewardSum(weekly, EXAMPLE_POINTS)}.
          </p>
        </>
      )}
      <CashTime />
    </Card>
  );
}
