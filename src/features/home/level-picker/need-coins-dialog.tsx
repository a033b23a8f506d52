import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { formatNumber } from '../../../rules/numbers.ts';
import { CoinPile } from './coin-pile.tsx';
import styles from './need-coins-dialog.module.css';

type Props = { cost: number; balance: number; onLeave: () => void };

/** Too few coins for the level that was picked (decision 26). */
export function NeedCoinsDialog({ cost, balance, onLeave }: Props) {
  const have = formatNumber(balance);
  const need = formatNumber(cost);
  return (
    <Dialog title="Not enough coins" head={<CoinPile />} centred blocking>
      <p className={styles.lead}>
        This game needs <b>{need} coins</b>.<br />
        You have <b>{have}</b>.
      </p>
      <progress className={styles.meter} value={balance} max={cost} aria-hidden="true" />
      <p className={styles.ends} aria-hidden="true">
        <span>{have}</span>
        <span>{need}</span>
      </p>
      <Button size="lg" onClick={onLeave}>
        Go Home
      </Button>
    </Dialog>
  );
}
