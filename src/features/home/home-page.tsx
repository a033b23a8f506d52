import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SavedCopyStrip } from '../../components/saved-copy-strip.tsx';
import { usePageStart } from '../../components/use-page-start.ts';
import { quizPath } from '../../config/paths.ts';
import type { Category } from '../../contract/categories.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { useSignedInPlayer } from '../../session/use-player.ts';
import { categoriesQuery } from './categories.ts';
import { CategoryGrid } from './category-grid.tsx';
import { dailyPlaysQuery } from './daily-plays.ts';
import styles from './home-page.module.css';
import { LevelPicker } from './level-picker.tsx';
import { PlayerBoard } from './player-board.tsx';
import { UnfinishedRoundCard } from './unfinished-round-card.tsx';
import { useSubscriptionCheck } from './use-subscription-check.ts';
import { useUnfinishedRound } from './use-unfinished-round.ts';
import { userPointsQuery } from './user-points.ts';
import { WaitingResults } from './waiting-results.tsx';

/** The dashboard (gameplay §2). */
export function HomePage() {
  const player = useSignedInPlayer();
  const categories = useQuery(categoriesQuery);
  const plays = useQuery(dailyPlaysQuery(player.id));
  const points = useQuery(userPointsQuery(player.id));
  const { round: unfinished, refresh } = useUnfinishedRound(player.id);
  const isReachable = useReachable();
  const [picked, setPicked] = useState<Category | null>(null);
  const navigate = useNavigate();
  useSubscriptionCheck();
  usePageStart('Home');

  const reads = [categories, plays, points];
  const savedAt = Math.min(...reads.filter(({ data }) => data).map((read) => read.dataUpdatedAt));
  const isStale = !isReachable || reads.some(({ isError }) => isError);
  const highScore = points.data?.highScore ?? player.highScore ?? 0;

  return (
    <main className={styles.main}>
      <h1 className="vh">Home</h1>
      {isStale && (
        <SavedCopyStrip
          isReachable={isReachable}
          savedAt={Number.isFinite(savedAt) ? savedAt : null}
          isBusy={reads.some(({ isFetching }) => isFetching)}
          onRetry={() => reads.forEach((read) => void read.refetch())}
        />
      )}
      <PlayerBoard
        player={player}
        playsLeft={plays.data?.left ?? undefined}
        points={points.data?.highScore}
      />
      <div className={styles.page}>
        <WaitingResults />
        {unfinished && (
          <UnfinishedRoundCard
            round={unfinished}
            onContinue={() => navigate(quizPath(unfinished.category.id, unfinished.level))}
          />
        )}
        <h2 className={styles.section}>Choose a competition</h2>
        <CategoryGrid
          categories={categories.data}
          hasFailed={categories.isError}
          onRetry={() => void categories.refetch()}
          onPick={setPicked}
        />
      </div>
      {picked && (
        <LevelPicker
          category={picked}
          player={player}
          highScore={highScore}
          playsLeft={plays.data?.left ?? undefined}
          unfinished={unfinished}
          onClose={() => setPicked(null)}
          onSettled={refresh}
        />
      )}
    </main>
  );
}
