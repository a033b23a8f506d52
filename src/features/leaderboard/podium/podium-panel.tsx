import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import type { PeriodBoard } from '../api/board-query.ts';
import type { ReadBoard } from '../api/use-board.ts';
import { usePrizes } from '../api/use-prizes.ts';
import { BoardLoading } from '../board/board-loading.tsx';
import { PeriodLine } from '../board/period-line.tsx';
import { amountText, minimumText, winnersText } from '../board/prize.ts';
import { PodiumBoard } from './podium-board.tsx';
import styles from './podium-panel.module.css';

type Props = {
  board: Extract<PeriodBoard, 'current-week' | 'previous-week' | 'current-month'>;
  read: ReadBoard;
  onEnd: () => void;
};

export function PodiumPanel({ board, read, onEnd }: Props) {
  const prizeOf = usePrizes();
  const navigate = useNavigate();
  if (!read.data) return <BoardLoading />;
  const isMonth = board === 'current-month';
  const isOver = board === 'previous-week';
  const prize = prizeOf(isMonth ? 'monthly' : 'weekly');
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
        prize={prize}
        hasZone={!isMonth}
        isOver={isOver}
        about={
          prize && (
            <AboutPrize
              prize={prize}
              isMonth={isMonth}
              minimum={minimumText(prize, read.data.leaderBoard.length, isOver)}
            />
          )
        }
        onPlay={() => navigate(paths.home)}
      />
    </>
  );
}

type About = { prize: PrizeRow; isMonth: boolean; minimum: string | null };

/** The month's prize with its condition, and from when on a prize is paid (game.md#monthly-grand-prize). */
function AboutPrize({ prize, isMonth, minimum }: About) {
  if (!isMonth && minimum === null) return null;
  return (
    <p className={styles.prize}>
      {isMonth && (
        <>
          {winnersText(prize)} <b>{amountText(prize)}</b>
          {buyersText(prize)}
        </>
      )}
      {minimum && ` ${minimum}`}
    </p>
  );
}

/** Who of the month is paid (game.md#monthly-grand-prize). */
function buyersText({ places, minCoinsBought }: PrizeRow): string {
  if (minCoinsBought === 0) return '.';
  const coins = `at least ${formatNumber(minCoinsBought)} coins this month`;
  return places === 1
    ? ` if they bought ${coins}, else the next who did.`
    : `: those who bought ${coins}.`;
}
