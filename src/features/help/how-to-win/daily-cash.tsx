import { Card } from '../../../components/card.tsx';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { leastText, shareText } from '../../../rules/prize-words.ts';
import { CashTime } from '../cash-time.tsx';
import { DAILY_TIER_HEADS, DAY_TIER_RULE, dailyTierRows } from '../figures.ts';
import styles from '../help-page.module.css';
import { HelpTable } from '../help-table.tsx';

/** The tiers of a day and their cash (game.md#tiers-of-the-day). */
export function DailyCash({ daily }: { daily: readonly PrizeRow[] }) {
  const [first] = daily;
  if (!first) return null;
  const minimum = leastText(first);
  const share = shareText(first);
  return (
    <Card small title="Daily cash">
      <p className={styles.lead}>Every day the top {first.places} of each tier win.</p>
      <p>{DAY_TIER_RULE}:</p>
      <HelpTable heads={DAILY_TIER_HEADS} rows={dailyTierRows(daily)} />
      {minimum && <p>It is paid with {minimum}.</p>}
      {share && <p>{share}</p>}
      <p>The day starts again at midnight.</p>
      <CashTime />
    </Card>
  );
}
