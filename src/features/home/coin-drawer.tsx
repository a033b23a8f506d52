import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Coin } from '../../components/marks.tsx';
import type { User } from '../../contract/user.ts';
import { LEVEL_NAMES, LEVELS, QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { levelCost } from '../../rules/scoring.ts';
import { startPurchase } from '../../subscription/asked-plan.ts';
import { useInactiveTitle } from '../../subscription/check.ts';
import styles from './coin-drawer.module.css';

type Props = { player: User; onClose: () => void };

/** Explains the player's coins, what they pay for, and how to get more (pages.md#dashboard). */
export function CoinDrawer({ player, onClose }: Props) {
  const inactiveTitle = useInactiveTitle();
  const buy = (what: 'plan' | 'coins') => {
    onClose();
    startPurchase({ what, door: 'coins' });
  };
  return (
    <Dialog variant="sheet" title="Your coins" onClose={onClose}>
      <p className={styles.balance}>
        <Coin size={40} />
        <span>
          <b>{formatNumber(player.pointBalance)}</b> coins
        </span>
      </p>
      {!player.isActive && (
        <section className={styles.ended}>
          <h3 className={styles.heading}>{inactiveTitle}</h3>
          <Button size="lg" onClick={() => buy('plan')}>
            Start Subscription
          </Button>
        </section>
      )}
      <h3 className={styles.heading}>One game of {QUESTIONS_PER_ROUND} questions</h3>
      <ul className={styles.costs}>
        {LEVELS.map((level) => (
          <li key={level}>
            <Icon name={`level-${level}`} />
            {LEVEL_NAMES[level]}
            <span className={styles.cost}>
              {formatNumber(levelCost(level, player.highScore ?? 0))} coins
            </span>
          </li>
        ))}
      </ul>
      {player.isActive && (
        <>
          <p className={styles.plan}>
            Each new day or week of your plan brings {formatNumber(SUBSCRIPTION_COINS)} coins.
          </p>
          <Button size="lg" onClick={() => buy('coins')}>
            Buy Coins
          </Button>
        </>
      )}
    </Dialog>
  );
}
