import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { formatNaira } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { MONTHLY_GRAND_PRIZE_NAIRA, MONTHLY_MIN_COINS_BOUGHT } from '../../../rules/prizes.ts';
import { useBrand } from '../../../session/use-brand.ts';
import type { PeriodBoard } from '../api/board-query.ts';
import type { ReadBoard } from '../api/use-board.ts';
import { BoardLoading } from '../board/board-loading.tsx';
import { PeriodLine } from '../board/period-line.tsx';
import { monthlyCash, weeklyCash } from './cash.ts';
import { PodiumBoard } from './podium-board.tsx';
import styles from './podium-panel.module.css';

type Props = {
  board: Extract<PeriodBoard, 'current-week' | 'previous-week' | 'current-month'>;
  read: ReadBoard;
  onEnd: () => void;
};

export function PodiumPanel({ board, read, onEnd }: Props) {
  const brand = useBrand();
  const navigate = useNavigate();
  if (!read.data) return <BoardLoading />;
  const isMonth = board === 'current-month';
  const isOver = board === 'previous-week';
  return (
    <>
      <PeriodLine
        period={read.data.period}
        isRunning={!isOver}
        isAsking={read.isFetching}
        onEnd={onEnd}
      />
      <PodiumBoard
        board={read.data}
        cashOf={isMonth ? monthlyCash : weeklyCash(brand)}
        hasZone={!isMonth && brand.prizes.includes('weekly-cash')}
        isOver={isOver}
        prize={isMonth && <GrandPrize />}
        onPlay={() => navigate(paths.home)}
      />
    </>
  );
}

/** The month's prize and its condition (game.md#monthly-grand-prize). */
function GrandPrize() {
  return (
    <p className={styles.prize}>
      First place wins <b>{formatNaira(MONTHLY_GRAND_PRIZE_NAIRA)}</b> if they bought at least{' '}
      {formatNumber(MONTHLY_MIN_COINS_BOUGHT)} coins this month, else the next who did.
    </p>
  );
}
