import { useQuery } from '@tanstack/react-query';
import { useAtomValue, useSetAtom } from 'jotai';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { LinkButton, Spinner } from '../../components/button.tsx';
import { useStays, useStill } from '../../components/hooks.ts';
import { Icon } from '../../components/icon.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { findFocus, useLoaded, usePageStart } from '../../components/screens.tsx';
import { quizPath } from '../../config/paths.ts';
import type { Category } from '../../contract/categories.ts';
import type { User } from '../../contract/user.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shownRead } from '../../lib/shown-read.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { resultsAtom } from '../../outbox/schedule.ts';
import { isOpenRound, roundAtom, type SavedRound } from '../../round/store.ts';
import { HOUR_MS, weekOf } from '../../rules/calendar.ts';
import { DAILY_PLAY_CAP } from '../../rules/plays.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { loadPictures } from '../../start/questions.ts';
import { dailyPlaysQuery, type PlaysToday } from '../../start/start-round.ts';
import { useUnfinishedRounds } from '../../start/unfinished.ts';
import { userPointsQuery } from '../../start/user-points.ts';
import { checkSubscription } from '../../subscription/check.ts';
import { AgeSheet, PlaysLeft, RefusedResults, RoundCards, RushCard } from './cards.tsx';
import { CategoryGrid } from './categories.tsx';
import { Front, StreakNotes, StreakWeek, Welcome } from './front.tsx';
import styles from './home-page.module.css';
import { LevelPicker } from './level-picker.tsx';
import { SubscriptionNotice } from './plan-notice.tsx';
import { categoriesQuery } from './reads.ts';

const loadPromos = () => import('./promos.tsx').then((part) => part.Promos);

type HomePageProps = { loadQuiz: () => Promise<unknown> };

/** The dashboard (pages.md#dashboard). */
export function HomePage({ loadQuiz }: HomePageProps) {
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
  // A copy that was saved last week has last week's place and points, so it is not shown.
  const isThisWeek = serverTime(points.dataUpdatedAt) >= weekOf(serverTime()).startsAt;
  const week = isThisWeek ? points.data : undefined;
  const streak = plays.data?.streak;
  // A game that starts ends the first run, but the page does not change while the picker is open.
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
    // Offline, only the games on the phone can be played.
    const ready = isReachable
      ? undefined
      : rounds.find((round) => round.category.id === category.id);
    if (ready) return play(ready);
    setPicked(category);
    // The quiz's code and pictures load while the player picks a level and the questions are fetched.
    loadQuiz().catch(() => undefined);
    void loadPictures();
  }

  return (
    <main className={styles.main}>
      <h1 className="vh">Home</h1>
      {/* The page waits until the phone's data is read, because later cards would push the rest. */}
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
              {/* While the data is stale, the strip above has a refresh button. */}
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

type RefreshButtonProps = { isBusy: boolean; onRefresh: () => void };

function RefreshButton({ isBusy, onRefresh }: RefreshButtonProps) {
  // The button is removed when the phone goes offline. If it had the focus, the focus moves to the heading.
  useEffect(() => () => queueMicrotask(findFocus), []);
  return (
    <LinkButton
      className={styles.refresh}
      aria-busy={isBusy}
      onClick={isBusy ? undefined : onRefresh}
    >
      {isBusy ? <Spinner size={18} /> : <Icon name="refresh" size={18} />}
      Refresh
    </LinkButton>
  );
}

/**
 * Scrolls to the card of a game that was just saved, and focuses it: the tile may have been far below. Gives
 * a function to call when a start has ended.
 */
function useSavedCard(
  cards: RefObject<HTMLElement | null>,
  rounds: readonly SavedRound[],
): () => void {
  const saved = rounds.findIndex((round) => !isOpenRound(round));
  const key = rounds[saved]?.key;
  const keyBefore = useRef(key);
  const isExpected = useRef(false);
  useEffect(() => {
    const isNew = key !== undefined && key !== keyBefore.current;
    keyBefore.current = key;
    if (!isNew || !isExpected.current) return;
    isExpected.current = false;
    document.documentElement.scrollTop = 0;
    cards.current?.children[saved]?.querySelector('button')?.focus();
  }, [cards, saved, key]);
  return () => {
    isExpected.current = true;
  };
}

/** An account younger than this counts as just made, in milliseconds. */
const NEW_MS = HOUR_MS;

type Known = {
  player: User;
  /** `undefined` until the server has answered. */
  plays: PlaysToday | undefined;
  /** Whether the phone holds no game and no result. */
  isIdle: boolean;
};

/**
 * Whether the player has never played. Until the server answers, only a player who has just signed up counts
 * as such.
 */
function isFirstRun({ player, plays, isIdle }: Known): boolean {
  if (!isIdle) return false;
  if (plays) return plays.streak?.lastDay === null && plays.left === DAILY_PLAY_CAP;
  return !player.highScore && serverTime() - Date.parse(player.createdAt ?? '') < NEW_MS;
}
