import { PageLink } from '../../components/page.tsx';
import { dailyPath, paths } from '../../config/paths.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { usePrizes } from '../../offer/prizes-offer.tsx';
import { formatNumber } from '../../rules/numbers.ts';
import { useBrand, useSignedInPlayer } from '../../session/session.ts';
import { BoardLoading, BoardRows, NoOwnRow, OwnRow } from './board.tsx';
import { useBoard } from './board-query.ts';
import { seesDailyBoards } from './leaderboard-page.tsx';
import { PeriodLine, prizesAt } from './period.tsx';
import { Podium } from './podium.tsx';
import { marksOf, nameOnBoard } from './report.tsx';
import styles from './side-board.module.css';

const PODIUM_PLACES = 3;
const SHOWN_PLACES = 9;

/** Shows the week's board next to the dashboard on a wide screen; nothing if the board cannot be read. */
export function SideBoard() {
  const player = useSignedInPlayer();
  const brand = useBrand();
  const prize = usePrizes(player)('weekly');
  const read = useBoard('current-week');
  if (read.hasFailed || read.isNeverRead) return null;
  const { data } = read;
  if (data && data.leaderBoard.length === 0) return null;
  const whole = seesDailyBoards(player, brand, serverTime())
    ? dailyPath('current-week')
    : paths.leaderboard;
  return (
    <aside className={styles.side} aria-label="Leaderboard this week" data-side>
      <div className={styles.head}>
        <h2>This week</h2>
        {data && (
          <PeriodLine
            period={data.period}
            isRunning
            isAsking={read.isFetching}
            onEnd={read.refresh}
          />
        )}
      </div>
      {data ? <Board data={data} prize={prize} playerId={player.id} /> : <BoardLoading />}
      <PageLink to={whole} className={styles.whole}>
        See the whole board
      </PageLink>
    </aside>
  );
}

type BoardProps = {
  data: NonNullable<ReturnType<typeof useBoard>['data']>;
  prize: ReturnType<ReturnType<typeof usePrizes>>;
  playerId: string;
};

function Board({ data, prize, playerId }: BoardProps) {
  const { leaderBoard: rows, user: own, position } = data;
  const shown = rows.slice(0, SHOWN_PLACES);
  const markOf = marksOf(shown, nameOnBoard);
  const points = ({ highScore }: { highScore: number }) => (
    <span className={styles.points}>
      <b>{formatNumber(highScore)}</b> <small>pts</small>
    </span>
  );
  const ownRow = own && (
    <OwnRow row={own} position={position}>
      {points(own)}
    </OwnRow>
  );
  const isListed = shown.slice(PODIUM_PLACES).some(({ userId }) => userId === playerId);
  return (
    <>
      <Podium
        rows={rows.slice(0, PODIUM_PLACES)}
        playerId={playerId}
        markOf={markOf}
        prizeAt={prizesAt(prize, rows.length)}
      />
      <div className={styles.rows}>
        <BoardRows
          rows={shown.slice(PODIUM_PLACES)}
          firstPlace={PODIUM_PLACES + 1}
          playerId={playerId}
          ownRow={isListed ? ownRow : null}
          markOf={markOf}
        >
          {points}
        </BoardRows>
        {!ownRow && <NoOwnRow>are not on the board yet.</NoOwnRow>}
        {!isListed && ownRow}
      </div>
    </>
  );
}
