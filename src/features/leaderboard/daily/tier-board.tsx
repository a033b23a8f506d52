import { WEEKLY_SHOWN_PLACES } from '../../../rules/prizes.ts';
import { RUSH_PAID_PLACES, RUSH_TIERS, rushTier } from '../../../rules/tournament.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { BoardRead, Tier } from '../api/board-query.ts';
import { BoardRows } from '../board/board-rows.tsx';
import { CashTag } from '../board/cash-tag.tsx';
import { NoOwnRow, OwnRow } from '../board/own-row.tsx';
import { tierName } from '../board/player-name.ts';
import { WinningZone } from '../podium/winning-zone.tsx';
import styles from './tier-board.module.css';

type Props = {
  board: BoardRead;
  tier: Tier;
  /** Nobody can get on it any more. */
  isOver: boolean;
};

/** A tier's places without points: the paid ones, the own, the rest (game.md#tier-lists). */
export function TierBoard({ board, tier, isOver }: Props) {
  const { id: playerId } = useSignedInPlayer();
  const { leaderBoard: rows, user: own, position } = board;
  const cash = RUSH_TIERS.find((one) => one.tier === tier)?.cashNaira ?? 0;
  const cashOf = (place: number) => (place <= RUSH_PAID_PLACES ? cash : 0);
  const ownRow = own && (
    <OwnRow row={own} position={position} nameOf={tierName}>
      {position === null ? (
        <span className={styles.elsewhere}>In Tier {rushTier(own.highScore)}</span>
      ) : position > RUSH_PAID_PLACES ? (
        <span className={styles.elsewhere}>{placesAway(position - RUSH_PAID_PLACES)}</span>
      ) : (
        <CashTag naira={cashOf(position)} />
      )}
    </OwnRow>
  );
  const shown = rows.slice(0, WEEKLY_SHOWN_PLACES);
  const isListed = shown.some(({ userId }) => userId === playerId);
  const shared = { playerId, ownRow, nameOf: tierName };
  return (
    <>
      <BoardRows rows={shown.slice(0, RUSH_PAID_PLACES)} firstPlace={1} {...shared}>
        {(_, place) => <CashTag naira={cashOf(place)} />}
      </BoardRows>
      {/* Fewer rows than paid places: everybody here is in the zone. */}
      {rows.length >= RUSH_PAID_PLACES && <WinningZone places={RUSH_PAID_PLACES} />}
      {ownRow ? (
        !isListed && ownRow
      ) : (
        <NoOwnRow>
          {isOver
            ? 'had no points then.'
            : 'are not on the board yet. Play Millionaire Rush to get a place.'}
        </NoOwnRow>
      )}
      <BoardRows rows={shown.slice(RUSH_PAID_PLACES)} firstPlace={RUSH_PAID_PLACES + 1} {...shared}>
        {() => null}
      </BoardRows>
    </>
  );
}

/** How far the money is. */
function placesAway(places: number): string {
  return places === 1 ? '1 place from the money' : `${places} places from the money`;
}
