import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import type { BoardRow } from '../../../contract/boards.ts';
import { resultsAtom } from '../../../outbox/outbox-atoms.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { WEEKLY_SHOWN_PLACES } from '../../../rules/prizes.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { BoardRead } from '../api/board-query.ts';
import { BoardRows } from '../board/board-rows.tsx';
import { CashTag } from '../board/cash-tag.tsx';
import { marksOf, nameOnBoard } from '../board/names-on-board.ts';
import { NoOwnRow, OwnRow } from '../board/own-row.tsx';
import { isPaying, prizesAt } from '../board/prize.ts';
import { EmptyPodium } from './empty-podium.tsx';
import { Podium } from './podium.tsx';
import styles from './podium-board.module.css';
import { WinningZone } from './winning-zone.tsx';

const PODIUM_PLACES = 3;

type Props = {
  board: BoardRead;
  /** What is paid on it; `null` for nothing. */
  prize: PrizeRow | null;
  /** The WINNING ZONE closes its paid places (game.md#winning-zone). */
  hasZone: boolean;
  /** Nobody can get on it any more. */
  isOver: boolean;
  /** What is said of the prize. */
  about?: ReactNode;
  onPlay: () => void;
};

/** Podium, own rank, 4 to 10, WINNING ZONE, 11 to 31 (game.md#weekly-and-monthly-boards). */
export function PodiumBoard({ board, prize, hasZone, isOver, about, onPlay }: Props) {
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
    <span className={styles.points}>
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
