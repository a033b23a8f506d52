import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../../components/icon.tsx';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { useStays, useStill } from '../../../components/use-stays.ts';
import { quizPath } from '../../../config/paths.ts';
import type { Category } from '../../../contract/categories.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { shownRead } from '../../../lib/shown-read.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { resultsAtom } from '../../../outbox/outbox-atoms.ts';
import { isOpenRound, roundAtom, type SavedRound } from '../../../round/saved-round.ts';
import { weekOf } from '../../../rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../../rules/plays.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { dailyPlaysQuery } from '../../../start/plays.ts';
import { loadPictures } from '../../../start/questions.ts';
import { useUnfinishedRounds } from '../../../start/use-unfinished-rounds.ts';
import { userPointsQuery } from '../../../start/user-points.ts';
import { checkSubscription } from '../../../subscription/check-subscription.ts';
import { categoriesQuery } from '../api/categories.ts';
import { LevelPicker } from '../level-picker/level-picker.tsx';
import { AgeSheet } from './age-sheet.tsx';
import { CategoryGrid } from './category-grid.tsx';
import { isFirstRun } from './first-run.ts';
import { Front } from './front.tsx';
import styles from './home-page.module.css';
import { RefreshButton } from './refresh-button.tsx';
import { RoundCards } from './round-cards.tsx';
import { RushCard } from './rush-card.tsx';
import { StreakNotes, StreakWeek } from './streak-week.tsx';
import { SubscriptionNotice } from './subscription-notice.tsx';
import { useSavedCard } from './use-saved-card.ts';
import { PlaysLeft, RefusedResults } from './waiting-results.tsx';
import { Welcome } from './welcome.tsx';

const loadPromos = () => import('../promos/promos.tsx').then((part) => part.Promos);

type Props = { loadQuiz: () => Promise<unknown> };

/** The dashboard (flows.md#dashboard). */
export function HomePage({ loadQuiz }: Props) {
  const player = useSignedInPlayer();
  const categories = useQuery(categoriesQuery);
  const plays = useQuery(dailyPlaysQuery(player.id));
  const points = useQuery(userPointsQuery(player.id));
  const results = useAtomValue(resultsAtom);
  const { rounds, isRead, refresh: refreshRounds } = useUnfinishedRounds(player.id);
  const line = useNetwork();
  const isReachable = line !== 'none';
  const [picked, setPicked] = useState<Category | null>(null);
  const cards = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const goToSaved = useSavedCard(cards, rounds);
  const setRound = useSetAtom(roundAtom);
  const navigate = useNavigate();
  const left = plays.data?.left;
  usePageStart('Home');
  useEffect(() => void checkSubscription(), []);

  const reads = [categories, plays, points];
  const isBusy = reads.some(({ isFetching }) => isFetching);
  const isStale = useStays(!isReachable || reads.some(({ isError }) => isError), isBusy);
  const highScore = points.data?.highScore ?? player.highScore ?? 0;
  // A copy of last week tells of no place and no points of this one.
  const isThisWeek = serverTime(points.dataUpdatedAt) >= weekOf(serverTime()).startsAt;
  const week = isThisWeek ? points.data : undefined;
  const streak = plays.data?.streak;
  // Behind the picker the page stays as it is: a game that begins leaves it.
  const isFirst = useStill(
    isFirstRun({
      player,
      plays: plays.data,
      isIdle: rounds.length + results.length === 0,
    }),
    picked !== null,
  );
  const hasPromos = isReachable && !isFirst && typeof left === 'number';
  const Promos = useLoaded(hasPromos ? loadPromos : null);

  function refresh() {
    refreshRounds();
    void checkSubscription();
    for (const read of reads) void read.refetch();
  }

  function play(round: SavedRound) {
    isLeaving.current = true;
    setRound(round);
    navigate(quizPath(round.category.id, round.level));
  }

  function pick(category: Category) {
    // Without a network what the phone holds is what can be played.
    const ready = isReachable
      ? undefined
      : rounds.find((round) => round.category.id === category.id);
    if (ready) return play(ready);
    setPicked(category);
    // They are there by the time the questions are.
    loadQuiz().catch(() => undefined);
    void loadPictures();
  }

  return (
    <main className={styles.main}>
      <h1 className="vh">Home</h1>
      {/* What the phone holds is there in a moment: cards that come later would push the rest. */}
      {isRead && (
        <>
          <NetworkStrip line={line} reads={reads.map(shownRead)} onRetry={refresh} />
          {isFirst ? (
            <Welcome player={player} />
          ) : (
            <>
              <Front player={player} points={week?.highScore} week={week && (week.week ?? null)} />
              <StreakWeek streak={streak} />
            </>
          )}
          <div className={styles.page}>
            <SubscriptionNotice />
            <RefusedResults results={results} />
            <div ref={cards}>
              <RoundCards rounds={rounds} onPlay={play} onEnded={refreshRounds} />
            </div>
            {!isFirst && rounds.length === 0 && <RushCard />}
            {isFirst ? (
              <h2 className={styles.pick}>
                Pick a competition <Icon name="chev-down" size={18} />
              </h2>
            ) : (
              <div className={styles.section}>
                <h2>Choose a competition</h2>
                <PlaysLeft results={results} playsLeft={left ?? undefined} />
              </div>
            )}
            <CategoryGrid
              categories={categories.data}
              hasFailed={categories.isError}
              isReachable={isReachable}
              isBig={isFirst}
              bests={points.data?.bests ?? null}
              rounds={rounds}
              onRetry={() => void categories.refetch()}
              onPick={pick}
            />
            <div className={styles.foot}>
              {(isFirst || rounds.length > 0) && <RushCard />}
              {streak && <StreakNotes streak={streak} />}
              {/* The strip above has the same button. */}
              {!isStale && <RefreshButton isBusy={isBusy} onRefresh={refresh} />}
            </div>
            {Promos && (
              <Promos
                player={player}
                playsUsed={DAILY_PLAY_CAP - (left ?? 0)}
                countedAt={plays.dataUpdatedAt}
                isHeld={rounds.some(isOpenRound)}
              />
            )}
          </div>
        </>
      )}
      <AgeSheet player={player} />
      {picked && (
        <LevelPicker
          category={picked}
          player={player}
          highScore={highScore}
          playsLeft={left ?? undefined}
          rounds={rounds}
          onPlay={play}
          onClose={() => setPicked(null)}
          onSettled={() => {
            if (isLeaving.current) return;
            goToSaved();
            refreshRounds();
          }}
        />
      )}
    </main>
  );
}
