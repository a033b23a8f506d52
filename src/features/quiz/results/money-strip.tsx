import { cx } from '../../../components/cx.ts';
import { Icon } from '../../../components/icon.tsx';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { usePrizes } from '../../../offer/use-prizes.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import styles from './place-block.module.css';

type Props = { cashNaira: number; toMoney: number | null };

/** What the place would bring if the week ended now, or how far the money is (game.md#full-time). */
export function MoneyStrip({ cashNaira, toMoney }: Props) {
  const prizeOf = usePrizes(useSignedInPlayer());
  const isRushOpen = useKnownOffer()?.contest?.isOpen === true;
  const week = prizeOf('weekly');
  if (cashNaira > 0) {
    return (
      <p className={cx(styles.money, styles.won)}>
        <Icon name="cash" size={20} />
        <span>In the money now:</span> <b>{formatNaira(cashNaira)}</b>
      </p>
    );
  }
  return (
    <p className={styles.money}>
      <Icon name="cash" size={20} />
      {toMoney !== null || week ? (
        <>
          <span>{week ? `Top ${week.places} win cash` : 'The top win cash'}</span>{' '}
          {toMoney !== null && (
            <b>
              {formatNumber(toMoney)} {toMoney === 1 ? 'point' : 'points'} to go
            </b>
          )}
        </>
      ) : (
        <span>
          No cash on this board.
          {prizeOf('rush') && isRushOpen && ' Millionaire Rush pays every day.'}
        </span>
      )}
    </p>
  );
}

type WaitProps = {
  count: number;
  /** Whether the phone holds the result; else it lives as long as the page. */
  isSaved: boolean;
};

/** Results that have not been sent yet. */
export function WaitStrip({ count, isSaved }: WaitProps) {
  return (
    <p className={cx(styles.money, styles.waits)}>
      <Icon name="cloud-up" size={20} />
      <span>
        {!isSaved
          ? 'This phone cannot save your result. Keep the game open: we send it when you are back online'
          : count === 1
            ? '1 result waiting. It goes by itself.'
            : `${formatNumber(count)} results waiting. They go by themselves.`}
      </span>
    </p>
  );
}
