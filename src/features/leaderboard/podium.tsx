import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Avatar } from '../../components/avatar.tsx';
import { Hero, PodiumBeams } from '../../components/marks.tsx';
import { EmptyState } from '../../components/screens.tsx';
import { paths } from '../../config/paths.ts';
import type { BoardRow } from '../../contract/boards.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { usePrizes } from '../../offer/prizes-offer.tsx';
import { resultsAtom } from '../../outbox/schedule.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { amountText } from '../../rules/prize-words.ts';
import { type PrizeRow, WEEKLY_SHOWN_PLACES } from '../../rules/prizes.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import {
  BoardFoot,
  BoardLoading,
  BoardRows,
  CashTag,
  NeverRead,
  NoOwnRow,
  OwnRow,
  pictureOf,
} from './board.tsx';
import type { BoardRead, PeriodBoard, ReadBoard } from './board-query.ts';
import {
  EmptyPodium,
  isPaying,
  minimumText,
  PeriodLine,
  type PrizeAt,
  prizesAt,
  WinningZone,
  winnersText,
} from './period.tsx';
import styles from './podium.module.css';
import { type MarkOf, marksOf, nameOnBoard, RowName } from './report.tsx';

type PodiumProps = { rows: BoardRow[]; playerId: string; markOf: MarkOf; prizeAt: PrizeAt };

/** The first three places. They are seen as 2-1-3; screen readers read them as 1-2-3. */
export function Podium({ rows, playerId, markOf, prizeAt }: PodiumProps) {
  return (
    <Hero label="Top 3" art={<PodiumBeams />}>
      <ol className={styles.podium}>
        {rows.map((row, index) => {
          const place = index + 1;
          const name = nameOnBoard(row);
          const mark = row.userId === playerId ? 'You' : markOf(row);
          return (
            <li key={row.id} className={styles[`place${place}`]}>
              <span className="vh">{place}. </span>
              <Avatar
                id={row.userId}
                name={name}
                image={pictureOf(row)}
                className={styles.avatar}
              />
              <RowName row={row} name={name} className={styles.name} />
              {mark && <small className={styles.mark}>{mark}</small>}
              <div className={styles.block}>
                <b className={styles.place} aria-hidden="true">
                  {place}
                </b>
                <span className={styles.points}>
                  {formatNumber(row.highScore)} <small>pts</small>
                </span>
                <CashTag prize={prizeAt(place, row.highScore)} onMedal />
              </div>
            </li>
          );
        })}
      </ol>
    </Hero>
  );
}

const PODIUM_PLACES = 3;

type PodiumBoardProps = {
  board: BoardRead;
  /** The board's prize; `null` for none. */
  prize: PrizeRow | null;
  /** Whether the WINNING ZONE marks the end of the paid places (game.md#winning-zone). */
  hasZone: boolean;
  /** Whether the board's period is over, so that nobody can get on the board any more. */
  isOver: boolean;
  /** A note on the prize. */
  about?: ReactNode;
  onPlay: () => void;
};

/** Podium, the player's own place, 4 to 10, WINNING ZONE, 11 to 31 (game.md#weekly-and-monthly-boards). */
export function PodiumBoard({ board, prize, hasZone, isOver, about, onPlay }: PodiumBoardProps) {
  const { id: playerId } = useSignedInPlayer();
  const isWaiting = useAtomValue(resultsAtom).some(({ refusal }) => !refusal);
  const { leaderBoard: rows, user: own, position, neighbours } = board;
  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        {about}
        <EmptyState
          art={<EmptyPodium />}
          {...(isOver
            ? { title: 'Nobody played', help: 'No player had points that week.' }
            : {
                title: 'No leaderboard yet',
                help: 'Play a game and be the first.',
                action: 'Play now',
                onAction: onPlay,
              })}
        />
      </div>
    );
  }
  const prizeAt = prizesAt(prize, rows.length);
  const points = ({ highScore }: BoardRow, place: number | null) => (
    <span className={styles.podiumPoints}>
      <span>
        <b>{formatNumber(highScore)}</b> <small>pts</small>
      </span>
      <CashTag prize={place === null ? null : prizeAt(place, highScore)} />
    </span>
  );
  const zone = hasZone && isPaying(prize, rows.length) ? prize : null;
  const closesAt = zone
    ? Math.min(WEEKLY_SHOWN_PLACES, Math.max(PODIUM_PLACES, zone.places))
    : WEEKLY_SHOWN_PLACES;
  const ownRow = own && (
    <OwnRow row={own} position={position}>
      {points(own, position)}
    </OwnRow>
  );
  const listed = [...rows.slice(PODIUM_PLACES, WEEKLY_SHOWN_PLACES), ...neighbours];
  const isListed = listed.some(({ userId }) => userId === playerId);
  const markOf = marksOf([...rows.slice(0, WEEKLY_SHOWN_PLACES), ...neighbours], nameOnBoard);
  const shared = { playerId, ownRow, markOf, children: points };
  return (
    <div className={styles.board}>
      <Podium
        rows={rows.slice(0, PODIUM_PLACES)}
        playerId={playerId}
        markOf={markOf}
        prizeAt={prizeAt}
      />
      {about}
      {ownRow ? (
        !isListed && ownRow
      ) : (
        <NoOwnRow>
          {isOver ? 'had no points then.' : `are not on the board yet. ${howToGetOn(isWaiting)}`}
        </NoOwnRow>
      )}
      <BoardRows
        rows={rows.slice(PODIUM_PLACES, closesAt)}
        firstPlace={PODIUM_PLACES + 1}
        {...shared}
      />
      {zone && rows.length > PODIUM_PLACES && <WinningZone prize={zone} />}
      <BoardRows
        rows={rows.slice(closesAt, WEEKLY_SHOWN_PLACES)}
        firstPlace={closesAt + 1}
        {...shared}
      />
      {neighbours[0] && (
        <>
          <h2 className={styles.around}>Around you</h2>
          <BoardRows rows={neighbours} firstPlace={neighbours[0].position} {...shared} />
        </>
      )}
    </div>
  );
}

function howToGetOn(isWaiting: boolean): string {
  return isWaiting
    ? 'Your result is waiting to send, and counts then.'
    : 'Play a game to get a place.';
}

type PodiumPanelProps = {
  board: Extract<PeriodBoard, 'current-week' | 'previous-week' | 'current-month'>;
  read: ReadBoard;
  onEnd: () => void;
};

export function PodiumPanel({ board, read, onEnd }: PodiumPanelProps) {
  const prizeOf = usePrizes(useSignedInPlayer());
  const navigate = useNavigate();
  const isPriced = useKnownOffer() !== null;
  if (read.isNeverRead)
    return (
      <div className={styles.neverRead}>
        <NeverRead />
      </div>
    );
  // The board waits for the prizes too, because a note on the prize that came later would push the list.
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

/** Says what the month's prize is and who gets it, and what a prize needs (game.md#monthly-grand-prize). */
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

/** Says which of the month's buyers get the prize (game.md#monthly-grand-prize). */
function buyersText({ places, minCoinsBought }: PrizeRow): string {
  if (minCoinsBought === 0) return '.';
  const coins = `at least ${formatNumber(minCoinsBought)} coins this month`;
  return places === 1
    ? ` if they bought ${coins}, if not, the next player who did.`
    : `: those who bought ${coins}.`;
}
