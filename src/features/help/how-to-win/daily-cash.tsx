import { Card } from '../../../components/card.tsx';
import { CASH_HOURS } from '../../../rules/prizes.ts';
import { RUSH_PAID_PLACES } from '../../../rules/tournament.ts';
import { DAILY_TIER_HEADS, DAY_TIER_RULE, dailyTierRows } from '../figures.ts';
import styles from '../help-page.module.css';
import { HelpTable } from '../help-table.tsx';

/** The tiers of a day (game.md#tiers-of-the-day), for an operator whose cash they are. */
export function DailyCash() {
  return (
    <Card small title="Daily cash">
      <p className={styles.lead}>Every day the top {RUSH_PAID_PLACES} of each tier win cash.</p>
      <p>{DAY_TIER_RULE}:</p>
      <HelpTable heads={DAILY_TIER_HEADS} rows={dailyTierRows()} />
      <p>
        The day starts again at 12 AM. Cash reaches your bank account {CASH_HOURS.least} to{' '}
        {CASH_HOURS.most} hours after it is confirmed.
      </p>
    </Card>
  );
}
