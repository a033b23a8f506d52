import { EmptyState } from '../../components/empty-state.tsx';
import type { BoardRow } from '../../contract/boards.ts';
import { WEEKLY_PAID_PLACES, WEEKLY_SHOWN_PLACES } from '../../rules/prizes.ts';
import { BoardRows } from './board-rows.tsx';
import { EmptyPodium } from './empty-podium.tsx';
import { OwnRow } from './own-row.tsx';
import { Podium } from './podium.tsx';
import { WeeklyBoardLoading } from './weekly-board-loading.tsx';
import styles from './weekly-board-view.module.css';
import { WinningZone } from './winning-zone.tsx';

const PODIUM_PLACES = 3;

type Props = {
  /** In the order of their places; `undefined` while they are on their way. */
  rows: BoardRow[] | undefined;
  /** The asking player's place and row; null where they have no points this week. */
  position: number | null;
  own: BoardRow | null;
  playerId: string;
  onPlay?: (() => void) | undefined;
};

/** The weekly board (gameplay §2): podium, own rank, 4 to 10, WINNING ZONE, 11 to 31. */
export function WeeklyBoardView({ rows, position, own, playerId, onPlay }: Props) {
  if (!rows) return <WeeklyBoardLoading />;
  if (rows.length === 0) {
    return (
      <div className={styles.page}>
        <EmptyState
          art={<EmptyPodium />}
          title="No leaderboard yet"
          help="Play a game and be the first."
          action={onPlay && 'Play now'}
          onAction={onPlay}
        />
      </div>
    );
  }
  const paid = rows.slice(PODIUM_PLACES, WEEKLY_PAID_PLACES);
  const chase = rows.slice(WEEKLY_PAID_PLACES, WEEKLY_SHOWN_PLACES);
  return (
    <>
      <Podium rows={rows.slice(0, PODIUM_PLACES)} playerId={playerId} />
      <div className={styles.page}>
        <OwnRow row={own} position={position} />
        <BoardRows rows={paid} firstPlace={PODIUM_PLACES + 1} playerId={playerId} />
        <WinningZone />
        <BoardRows rows={chase} firstPlace={WEEKLY_PAID_PLACES + 1} playerId={playerId} />
      </div>
    </>
  );
}
