import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { SavedCopyStrip } from '../../../components/saved-copy-strip.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { quizPath } from '../../../config/paths.ts';
import type { Category } from '../../../contract/categories.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { roundAtom } from '../../../round/saved-round.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import { checkSubscription } from '../../../session/check-subscription.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { categoriesQuery } from '../api/categories.ts';
import { dailyPlaysQuery } from '../api/plays.ts';
import { userPointsQuery } from '../api/user-points.ts';
import { LevelPicker } from '../level-picker/level-picker.tsx';
import { AgeSheet } from './age-sheet.tsx';
import { CategoryGrid } from './category-grid.tsx';
import styles from './home-page.module.css';
import { PlayerBoard } from './player-board.tsx';
import { RefreshButton } from './refresh-button.tsx';
import { RoundCards } from './round-cards.tsx';
import { RushCard } from './rush-card.tsx';
import { StreakWeek } from './streak-week.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';
import { useUnfinishedRounds } from './use-unfinished-rounds.ts';
import { WaitingResults } from './waiting-results.tsx';

const loadPromos = () => import('../promos/promos.tsx').then((part) => part.Promos);

/** The dashboard (flows.md#dashboard). */
export function HomePage() {
  const player = useSignedInPlayer();
  const categories = useQuery(categoriesQuery);
  const plays = useQuery(dailyPlaysQuery(player.id));
  const points = useQuery(userPointsQuery(player.id));
  const { rounds, refresh: refreshRounds } = useUnfinishedRounds(player.id);
  const isReachable = useReachable();
  const [picked, setPicked] = useState<Category | null>(null);
  const setRound = useSetAtom(roundAtom);
  const navigate = useNavigate();
  const left = plays.data?.left;
  const Promos = useLoaded(isReachable && typeof left === 'number' ? loadPromos : null);
  usePageStart('Home');
  useEffect(() => void checkSubscription(), []);

  const reads = [categories, plays, points];
  const savedAt = Math.min(...reads.filter(({ data }) => data).map((read) => read.dataUpdatedAt));
  const isStale = !isReachable || reads.some(({ isError }) => isError);
  const isBusy = reads.some(({ isFetching }) => isFetching);
  const highScore = points.data?.highScore ?? player.highScore ?? 0;

  function refresh() {
    refreshRounds();
    void checkSubscription();
    for (const read of reads) void read.refetch();
  }

  function play(round: SavedRound) {
    setRound(round);
    navigate(quizPath(round.category.id, round.level));
  }

  function pick(category: Category) {
    // Without a network what the phone holds is what can be played.
    const ready = isReachable
      ? undefined
      : rounds.find((round) => round.category.id === category.id);
    if (ready) play(ready);
    else setPicked(category);
  }

  return (
    <main className={styles.main}>
      <h1 className="vh">Home</h1>
      {isStale && (
        <SavedCopyStrip
          isReachable={isReachable}
          savedAt={Number.isFinite(savedAt) ? savedAt : null}
          isBusy={isBusy}
          onRetry={refresh}
        />
      )}
      <PlayerBoard
        player={player}
        playsLeft={plays.data?.left ?? undefined}
        points={points.data?.highScore}
      />
      <StreakWeek streak={plays.data?.streak ?? null} />
      <div className={styles.page}>
        {Promos && <Promos player={player} playsUsed={DAILY_PLAY_CAP - (left ?? 0)} />}
        <SubscriptionNotice />
        <WaitingResults />
        <RoundCards rounds={rounds} onPlay={play} />
        <RushCard />
        <div className={styles.section}>
          <h2>Choose a competition</h2>
          {/* The strip above has the same button. */}
          {!isStale && <RefreshButton isBusy={isBusy} onRefresh={refresh} />}
        </div>
        <CategoryGrid
          categories={categories.data}
          hasFailed={categories.isError}
          ready={isReachable ? null : new Set(rounds.map(({ category }) => category.id))}
          onRetry={() => void categories.refetch()}
          onPick={pick}
        />
      </div>
      <AgeSheet player={player} />
      {picked && (
        <LevelPicker
          category={picked}
          player={player}
          highScore={highScore}
          playsLeft={plays.data?.left ?? undefined}
          rounds={rounds}
          onPlay={play}
          onClose={() => setPicked(null)}
          onSettled={refreshRounds}
        />
      )}
    </main>
  );
}
