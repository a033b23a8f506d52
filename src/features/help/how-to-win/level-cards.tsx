import { Card } from '../../../components/card.tsx';
import { LEVEL_NAMES, LEVELS } from '../../../rules/levels.ts';
import { coinRows, LEVEL_HEADS, pointRows, secondsOf } from '../figures.ts';
import styles from '../help-page.module.css';
import { HelpTable } from '../help-table.tsx';

const TIER_HEADS = ["This week's points", ...LEVEL_HEADS];

/** Time, coins and points of the three levels, by the player's tier (game.md#tiers). */
export function LevelCards() {
  return (
    <Card small title="Levels">
      <h3 className={styles.subheading}>Time for a question</h3>
      <HelpTable
        heads={['Level', 'Time']}
        rows={LEVELS.map((level) => ({ head: LEVEL_NAMES[level], cells: [secondsOf(level)] }))}
      />
      <h3 className={styles.subheading}>Points for a right answer</h3>
      <HelpTable heads={TIER_HEADS} rows={pointRows()} />
      <h3 className={styles.subheading}>Coins for a question</h3>
      <HelpTable heads={TIER_HEADS} rows={coinRows()} />
      <p className={styles.quiet}>
        This week's points start again at 0 every Monday at midnight, Nigerian time.
      </p>
    </Card>
  );
}
