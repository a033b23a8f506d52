import { formatNumber } from '../../../rules/numbers.ts';
import type { PrizeRow } from '../../../rules/prize-table.ts';
import { WEEKLY_SHOWN_PLACES } from '../../../rules/prizes.ts';
import { rushTier } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { BoardRead } from '../api/board-query.ts';
import { BoardRows } from '../board/board-rows.tsx';
import { CashTag } from '../board/cash-tag.tsx';
import { marksOf, tierName } from '../board/names-on-board.ts';
import { NoOwnRow, OwnRow } from '../board/own-row.tsx';
import { isPaying, prizesAt } from '../board/prize.ts';
import { WinningZone } from '../podium/winning-zone.tsx';
import styles from './tier-board.module.css';

type Props = {
  board: BoardRead;
  /** What the tier pays; `null` for nothing. */
  prize: PrizeRow | null;
  /** Nobody can get on it any more. */
  isOver: boolean;
};

/** A tier's places without points: the paid ones, the own, the rest (game.md#tier-lists). */
export function TierBoard({ board, prize, isOver }: Props) {
  const { id: playerId } = useSignedInPlayer();
  const { leaderBoard: rows, user: own, position } = board;
  const prizeAt = prizesAt(prize, rows.length);
  const zone = isPaying(prize, rows.length) ? prize : null;
  const places = zone?.places ?? 0;
  const ownRow = own && (
    <OwnRow row={own} position={position} nameOf={tierName}>
      {position === null ? (
        <span className={styles.elsewhere}>In Tier {rushTier(own.highScore)}</span>
      ) : zone && position > places ? (
        <span className={styles.elsewhere}>{placesAway(position - places)}</span>
      ) : (
        <CashTag prize={prizeAt(position, own.highScore)} />
      )}
    </OwnRow>
  );
  const shown = rows.slice(0, WEEKLY_SHOWN_PLACES);
  const isListed = shown.some(({ userId }) => userId === playerId);
  const shared = { playerId, ownRow, nameOf: tierName, markOf: marksOf(shown, tierName) };
  return (
    <>
      <BoardRows rows={shown.slice(0, places)} firstPlace={1} {...shared}>
        {({ highScore }, place) => <CashTag prize={prizeAt(place, highScore)} />}
      </BoardRows>
      {/* Fewer rows than paid places: everybody here is in the zone. */}
      {zone && rows.length >= places && <WinningZone prize={zone} />}
      {ownRow ? (
        !isListed && ownRow
      ) : (
        <NoOwnRow>
          {isOver
            ? 'had no points then.'
            : 'are not on the board yet. Play Millionaire Rush to get a place.'}
        </NoOwnRow>
      )}
      <BoardRows rows={shown.slice(places)} firstPlace={places + 1} {...shared}>
        {() => null}
      </BoardRows>
    </>
  );
}

/** How far the money is. */
function placesAway(places: number): string {
  return places === 1 ? '1 place from the money' : `${formatNumber(places)} places from the money`;
}
