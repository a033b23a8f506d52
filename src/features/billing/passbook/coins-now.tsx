import { Coin } from '../../../components/coin.tsx';
import { cx } from '../../../components/cx.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { Passbook } from '../api/passbook.ts';
import styles from './coins-now.module.css';
import { signedCoins } from './row-words.ts';

type Props = { coins: number; month: Passbook['month'] | undefined };

/** The balance, and what came in and went out this month where that is known. */
export function CoinsNow({ coins, month }: Props) {
  return (
    <section className={cx('on-night', styles.now)} aria-label="Coins now">
      <Coin size={40} />
      <div>
        <p className={styles.small}>Coins now</p>
        <p className={styles.coins}>{formatNumber(coins)}</p>
      </div>
      {month && (
        <p className={styles.month}>
          In this month <b>{signedCoins(month.in)}</b>
          <br />
          Out this month <b>{signedCoins(-Math.abs(month.out))}</b>
        </p>
      )}
    </section>
  );
}
