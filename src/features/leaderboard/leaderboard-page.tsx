import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageScreen } from '../../components/page-screen.tsx';
import { SavedCopyStrip } from '../../components/saved-copy-strip.tsx';
import { paths } from '../../config/paths.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import styles from './leaderboard-page.module.css';
import { weeklyBoardQuery } from './weekly-board.ts';
import { WeeklyBoardView } from './weekly-board-view.tsx';

/** The board of this week (gameplay §2). */
export function LeaderboardPage() {
  const player = useSignedInPlayer();
  const board = useQuery(weeklyBoardQuery(player.id));
  const isReachable = useReachable();
  const navigate = useNavigate();
  const { data } = board;

  return (
    <PageScreen
      title="Leaderboard"
      backTo={paths.home}
      aside={<p className={styles.period}>This week</p>}
      flush
    >
      {(board.isError || !isReachable) && (
        <SavedCopyStrip
          isReachable={isReachable}
          savedAt={data ? board.dataUpdatedAt : null}
          isBusy={board.isFetching}
          onRetry={() => void board.refetch()}
        />
      )}
      {(data || !board.isError) && (
        <WeeklyBoardView
          rows={data?.leaderBoard}
          position={data?.position ?? null}
          own={data?.user ?? null}
          playerId={player.id}
          onPlay={() => navigate(paths.home)}
        />
      )}
      {!data && board.isError && (
        <EmptyState
          title="Failed to retrieve leaderboard"
          help="Check your network, then try again."
          action="Try again"
          onAction={() => void board.refetch()}
        />
      )}
    </PageScreen>
  );
}
