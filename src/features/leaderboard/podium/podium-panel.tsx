import { useNavigate } from 'react-router-dom';
import { paths } from '../../../config/paths.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { usePrizes } from '../../../offer/use-prizes.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { amountText } from '../../../rules/prize-words.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { PeriodBoard } from '../api/board-query.ts';
import type { ReadBoard } from '../api/use-board.ts';
import { BoardFoot } from '../board/board-foot.tsx';
import { BoardLoading } from '../board/board-loading.tsx';
import { PeriodLine } from '../board/period-line.tsx';
import { minimumText, winnersText } from '../board/prize.ts';
import { NeverRead } from '../never-read.tsx';
import { PodiumBoard } from './podium-board.tsx';
import styles from './podium-panel.module.css';

type Props = {
  board: Extract<PeriodBoard, 'current-week' | 'previous-week' | 'current-month'>;
  read: ReadBoard;
  onEnd: () => void;
};

export function PodiumPanel({ board, read, onEnd }: Props) {
  const prizeOf = usePrizes(useSignedInPlayer());
  const navigate = useNavigate();
  const isPriced = useKnownOffer() !== null;
  if (read.isNeverRead)
    return (
      <div className={styles.neverRead}>
        <NeverRead />
      </div>
    );
  // What is said of the prize later would push the list.
  if (!read.data || !isPriced) return <BoardLoading />;
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
      <BoardFoot />
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
    ? ` if they bought ${coins}, if not, the next player who did.`
    : `: those who bought ${coins}.`;
}
