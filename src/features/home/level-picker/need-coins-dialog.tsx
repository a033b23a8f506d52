import { Button } from '../../../components/button.tsx';
import { Coin } from '../../../components/coin.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Meter } from '../../../components/meter.tsx';
import { formatNumber } from '../../../rules/numbers.ts';
import { startPurchase } from '../../../subscription/purchase.ts';
import styles from './need-coins-dialog.module.css';

type Props = { cost: number; balance: number; onLeave: () => void };

/** Too few coins for the level that was picked (flows.md#not-enough-coins). */
export function NeedCoinsDialog({ cost, balance, onLeave }: Props) {
  const have = formatNumber(balance);
  const need = formatNumber(cost);
  return (
    <Dialog title="Not enough coins" head={<CoinPile />} centred blocking>
      <p className={styles.lead}>
        This game needs <b>{need} coins</b>.<br />
        You have <b>{have}</b>.
      </p>
      <Meter value={balance} max={cost} aria-hidden="true" />
      <p className={styles.ends} aria-hidden="true">
        <span>{have}</span>
        <span>{need}</span>
      </p>
      <div className={styles.ways}>
        <Button
          size="lg"
          icon={<Coin />}
          onClick={() => startPurchase({ what: 'coins', door: 'level' })}
        >
          Buy Coins
        </Button>
        <Button colour="line" onClick={onLeave}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}

function CoinPile() {
  return (
    <svg width="120" height="92" viewBox="0 0 120 92" aria-hidden="true">
      <g className={styles.missing}>
        <ellipse cx="60" cy="20" rx="38" ry="12" />
        <path d="M22 20v36M98 20v36" />
      </g>
      <ellipse cx="60" cy="76" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="70" rx="38" ry="12" className={styles.face} />
      <ellipse cx="60" cy="62" rx="38" ry="12" className={styles.edge} />
      <ellipse cx="60" cy="56" rx="38" ry="12" className={styles.face} />
      <path d="M60 49l17 5-6.5 8h-21L43 54z" className={styles.edge} />
    </svg>
  );
}
