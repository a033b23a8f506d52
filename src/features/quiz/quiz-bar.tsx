import { Bar } from '../../components/bar.tsx';
import { IconButton } from '../../components/button.tsx';
import { Chip, CoinChip } from '../../components/chip.tsx';
import { toastInfo } from '../../components/toast.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import styles from './quiz-bar.module.css';

type Props = { number: number; count: number; onLeave: () => void };

/** The bar of a game: the way out, which question it is, the booster and the coins. */
export function QuizBar({ number, count, onLeave }: Props) {
  const coins = formatNumber(useSignedInPlayer().pointBalance);
  return (
    <Bar ground="stage">
      <IconButton icon="close" aria-label="Leave the game" onClick={onLeave} />
      <p className={styles.count}>
        {number} <small>of {count}</small>
      </p>
      {/* No dialog: the clock runs on. */}
      <Chip icon="bolt" tone="gold" label="2x Boost" onClick={() => toastInfo('Coming Soon')}>
        2x
      </Chip>
      <CoinChip amount={coins} label={`${coins} coins`} />
    </Bar>
  );
}
