import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../components/toast.ts';
import { env } from '../config/env.ts';
import { START_LOCK } from '../config/storage-keys.ts';
import { putCategoryPlay } from '../contract/endpoints/category-plays.ts';
import { getDailyPlays, getReducePlay } from '../contract/endpoints/rounds.ts';
import type { Streak } from '../contract/points.ts';
import type { User } from '../contract/user.ts';
import { isApiError, isNetworkError, isUndecided, NO_NETWORK_NO_CHARGE } from '../lib/errors.ts';
import { newKey } from '../lib/new-key.ts';
import { isTimeSure, serverTime } from '../lib/server-clock.ts';
import { withLock } from '../lib/with-lock.ts';
import { keepCopy, savedQuery } from '../offline/query-persister.ts';
import { useReachable } from '../offline/use-reachable.ts';
import { readUnfinishedRounds } from '../round/finish.ts';
import {
  forgetAttempt,
  isOpenRound,
  readAttempt,
  type SavedRound,
  type StartAttempt,
  saveAttempt,
  saveStartedRound,
} from '../round/store.ts';
import type { Level } from '../rules/levels.ts';
import { playsRemaining, ROUND_PLAYABLE_MS, UNFINISHED_ROUNDS_MAX } from '../rules/plays.ts';
import { levelCost } from '../rules/scoring.ts';
import { playerCall } from '../session/player-call.ts';
import { currentSession, isSignedInAs, keepPlayer, playerOf } from '../session/session.ts';
import { checkSubscription } from '../subscription/check.ts';
import { askQuestions, BadQuestionsError, type RoundRequest } from './questions.ts';

/** The balance that was shown when this page asked for a round, by the key of the round's play. */
const balanceBefore = new Map<string, number | undefined>();

export type StartedRound = {
  round: SavedRound;
  /** Whether the phone stored the round. If not, the round lasts as long as the page. */
  isKept: boolean;
  /** Whether the figures on the page may already include the round's play and coins. */
  isInDoubt: boolean;
};

/**
 * Opens a round with a play of its own and stores it (game.md#starting-a-round), one start at a time. The
 * calls carry the keys of the stored attempt. After a dropped reply or a reload, the next tap therefore
 * continues this attempt and fetches a round whose questions never arrived. Throws ObstacleError,
 * BadQuestionsError, ApiError, NetworkError.
 */
export function startRound(request: RoundRequest): Promise<StartedRound> {
  return withLock(START_LOCK, async () => {
    const { playerId, category, level } = request;
    // A round may have been started meanwhile, in another tab or by a tap on a sheet that was then closed.
    await refuseThird(request);
    const attempt = await attemptOf(playerId);
    const isSame = attempt?.category.id === category.id && attempt.level === level;
    if (attempt?.isAsked && !isSame) {
      const lost = { ...request, ...attempt, isForLater: attempt.isForLater === true };
      await fetchRound(lost, attempt).catch((error) => {
        if (isUndecided(error)) throw error;
      });
      await refuseThird(request);
    }
    return fetchRound(request, await nextAttempt(request, attempt));
  });
}

/** Refuses a second open round and a second saved one (game.md#unfinished-rounds). */
async function refuseThird({ playerId, isForLater }: RoundRequest): Promise<void> {
  const rounds = await readUnfinishedRounds(playerId, Date.now());
  const open = rounds.filter(isOpenRound).length;
  if (isForLater && rounds.length > open) throw new ObstacleError('saved');
  if (isForLater ? open >= UNFINISHED_ROUNDS_MAX : open > 0) throw new ObstacleError('open');
}

/** The stored attempt, unless it is too old for its round to be played. */
async function attemptOf(playerId: string): Promise<StartAttempt | null> {
  const attempt = await readAttempt(playerId);
  const isOld = attempt && isTimeSure() && serverTime() - attempt.startedAt > ROUND_PLAYABLE_MS;
  return isOld ? null : attempt;
}

/**
 * Gives the stored attempt if it is for the same level. Otherwise gives a new attempt, with a play that was
 * already taken if there is one. The attempt is stored before its first call; a phone that cannot store it
 * gets no round for later.
 */
async function nextAttempt(
  { playerId, category, level, isForLater = false }: RoundRequest,
  before: StartAttempt | null,
): Promise<StartAttempt> {
  const isSame = before?.category.id === category.id && before.level === level;
  const attempt = isSame
    ? { ...before, isForLater }
    : {
        category,
        level,
        isForLater,
        playKey: before && !before.isAsked ? before.playKey : newKey(),
        questionsKey: newKey(),
        // The call for the questions also takes the play, so nothing has to be stored between two calls.
        isAsked: env.hasAdditions,
        isNewPlay: env.hasAdditions,
        startedAt: serverTime(),
      };
  if (!isSame) balanceBefore.set(attempt.playKey, balanceOf(playerId));
  const isKept = await saveAttempt(playerId, attempt);
  if (isForLater && !isKept) throw new ObstacleError('unkept');
  return attempt;
}

async function fetchRound(request: RoundRequest, attempt: StartAttempt): Promise<StartedRound> {
  const { playerId, category } = request;
  try {
    const isNewPlay = attempt.isNewPlay === true;
    if (!attempt.isAsked) {
      if (!isNewPlay) await takePlay(attempt.playKey);
      balanceBefore.set(attempt.playKey, balanceOf(playerId));
      await saveAttempt(playerId, { ...attempt, isAsked: true });
    }
    const round = await askQuestions({ ...request, isNewPlay }, attempt.questionsKey);
    const isKept = await saveStartedRound(round);
    const before = balanceBefore.get(attempt.playKey);
    const isInDoubt = before === undefined || before !== balanceOf(playerId);
    balanceBefore.delete(attempt.playKey);
    if (!isInDoubt) holdCoins(round);
    countCategory(category.id);
    return { round, isKept, isInDoubt };
  } catch (error) {
    // This API has our additions but cannot take the play with the questions, so a separate call takes it.
    if (isApiError(error, 'round/no-play') && attempt.isNewPlay) {
      const byTwoCalls = { ...attempt, isNewPlay: false, isAsked: false, questionsKey: newKey() };
      await saveAttempt(playerId, byTwoCalls);
      return fetchRound(request, byTwoCalls);
    }
    await afterFailure(playerId, attempt, error);
    throw error;
  }
}

async function afterFailure(playerId: string, attempt: StartAttempt, error: unknown) {
  // The play is taken and no round has used it up, so the next try asks for other questions with it.
  if (error instanceof BadQuestionsError && !error.hasRound) {
    await saveAttempt(playerId, { ...attempt, isAsked: true, questionsKey: newKey() });
    return;
  }
  // A refusal is final, so the next tap is a new attempt.
  if (!isUndecided(error)) await forgetAttempt(playerId);
}

/** The balance that a player's page shows; `undefined` where somebody else is signed in. */
function balanceOf(playerId: string): number | undefined {
  const player = playerOf(currentSession());
  return player?.id === playerId ? (player.pointBalance ?? 0) : undefined;
}

/** Shows at once that the server holds the round's coins while it is open (game.md#holds). */
function holdCoins({ playerId, terms, questions }: SavedRound): void {
  const { user, token } = currentSession();
  if (!('id' in user) || !isSignedInAs(playerId)) return;
  const held = terms.coinsPerQuestion * questions.length;
  keepPlayer({ ...user, pointBalance: Math.max(0, (user.pointBalance ?? 0) - held) }, token);
}

/** The obstacles that this phone sees before any request, in the order in which it names them. */
export type KnownObstacle = 'open' | 'network' | 'inactive' | 'plays' | 'coins';

type Asked = { level: Level; isForLater: boolean };

type Met = { obstacle: Obstacle; level: Level };

type Options = {
  player: User;
  category: SavedRound['category'];
  highScore: number;
  /** `undefined` while the number is not known; the server then decides. */
  playsLeft: number | undefined;
  hasOpen: boolean;
  /** Called when a round has been opened that is played now. */
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** Called when a start has ended, even if its sheet was closed meanwhile. */
  onSettled: () => void;
};

/**
 * Checks for obstacles in their order (game.md#starting-a-round), then starts the round or shows the
 * obstacle.
 */
export function useStartRound(options: Options) {
  const { player, category, highScore, playsLeft, hasOpen, onPlay, onClose, onSettled } = options;
  const [met, setMet] = useState<Met | null>(null);
  const [picked, setPicked] = useState<Level | null>(null);
  const { isActive } = player;
  const balance = player.pointBalance ?? 0;
  useEffect(() => {
    // A check of the subscription that was running when the level was picked may bring a period and its
    // coins.
    setMet((before) => {
      const isOver =
        (before?.obstacle === 'inactive' && isActive) ||
        (before?.obstacle === 'coins' && balance >= levelCost(before.level, highScore));
      return isOver ? null : before;
    });
  }, [isActive, balance, highScore]);
  // The ref changes at once, unlike `isPending`: a second tap may come before the next rendering.
  const isStarting = useRef(false);
  const isClosed = useIsClosed();
  const queryClient = useQueryClient();
  const isReachable = useReachable();
  const { isUnderWay, look } = useUnderWay(player.id);

  const start = useMutation({
    mutationFn: (asked: Asked) =>
      startRound({ playerId: player.id, category, highScore, ...asked }),
    onSettled: () => {
      isStarting.current = false;
      look();
      onSettled();
    },
    onSuccess: ({ round, isKept, isInDoubt }: StartedRound, { isForLater }) => {
      if (isInDoubt) {
        // The page may have read its number of plays before this one was taken, or after.
        void checkSubscription();
        askForPlays();
      } else showPlayTaken(queryClient, player.id);
      if (isForLater) {
        if (isKept) toastSuccess('Saved. Ready to play with no network');
        else toastWarning('This phone cannot keep your game. Play it before you close the app.');
      }
      // A player who closed the sheet meanwhile finds the game on the dashboard.
      if (isClosed.current) return;
      if (isForLater) onClose();
      else onPlay(round);
    },
    onError: (error, { level }) => {
      const obstacle = obstacleOf(error);
      if (obstacle) tell(obstacle, level);
      else if (isNetworkError(error)) toastError(NO_NETWORK_NO_CHARGE);
      else if (isApiError(error) && error.code !== 'reply/unreadable' && error.status < 500)
        toastError(error.message);
      else toastError('Failed to load questions');
    },
  });

  function askForPlays() {
    void queryClient.invalidateQueries({ queryKey: dailyPlaysQuery(player.id).queryKey });
  }

  function closeWith(text: string) {
    toastInfo(text);
    onClose();
  }

  /** Shows the player the obstacle: a few words where they are enough, else a dialog. */
  function tell(obstacle: Obstacle, level: Level) {
    if (obstacle === 'open') closeWith('Finish your open game first');
    else if (obstacle === 'saved') closeWith('Play your saved game first');
    else if (obstacle === 'plays') {
      // The day may have changed since the plays were counted, or another phone may have played.
      askForPlays();
      closeWith('Daily Cap exceeded');
    } else if (obstacle === 'unkept')
      toastError('This phone cannot save a game for later. You can play one now.');
    else {
      setMet({ obstacle, level });
      setPicked(level);
    }
  }

  function obstacleTo({ level, isForLater }: Asked): KnownObstacle | null {
    if (hasOpen && !isForLater) return 'open';
    if (!isReachable) return 'network';
    // An attempt that is under way may already have its play and its coins, so the server decides.
    if (isUnderWay) return null;
    if (!isActive) return 'inactive';
    if (playsLeft === 0) return 'plays';
    return balance < levelCost(level, highScore) ? 'coins' : null;
  }

  function pick(asked: Asked) {
    if (isStarting.current) return;
    const obstacle = obstacleTo(asked);
    // Only a call shows whether there is a network.
    if (obstacle && obstacle !== 'network') return tell(obstacle, asked.level);
    isStarting.current = true;
    start.mutate(asked);
  }

  return {
    met,
    /** The level whose start an obstacle has prevented. */
    picked,
    pick,
    /** Gives the obstacle to starting a level now; `null` for none. */
    obstacleTo,
    /** The level that is being opened, until its game replaces the picker. */
    starting: start.isPending || start.isSuccess ? start.variables.level : null,
  };
}

/** Whether the sheet was closed. It is a ref, so that replies which come later read its newest value. */
function useIsClosed() {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  return isClosed;
}

/** Whether a start has taken its play and has no round yet: a reply was lost, or the page reloaded. */
function useUnderWay(playerId: string) {
  const [isUnderWay, setUnderWay] = useState(false);
  const look = useCallback(() => {
    void readAttempt(playerId).then((attempt) => setUnderWay(attempt?.isAsked === true));
  }, [playerId]);
  useEffect(look, [look]);
  return { isUnderWay, look };
}

/** An obstacle to starting a level, seen by this phone or named by the server. */
export type Obstacle =
  /** On this phone a round is open, or a round is saved, or no round can be saved. */
  | 'open'
  | 'saved'
  | 'unkept'
  /** The server has two unfinished rounds of the player, on this phone or another. */
  | 'unfinished'
  | 'inactive'
  | 'coins'
  | 'plays'
  | 'network';

/** An obstacle that this phone sees by itself, so that it asks for no round. */
class ObstacleError extends Error {
  override readonly name = 'ObstacleError';
  readonly obstacle: Obstacle;

  constructor(obstacle: Obstacle) {
    super(`no round is started: ${obstacle}`);
    this.obstacle = obstacle;
  }
}

const CODES: Readonly<Record<string, Obstacle>> = {
  'subscription/inactive': 'inactive',
  'wallet/insufficient-coins': 'coins',
  'plays/cap-reached': 'plays',
  'round/too-many': 'unfinished',
};

/** The obstacle that a failed start met; `null` where something else went wrong. */
function obstacleOf(error: unknown): Obstacle | null {
  if (error instanceof ObstacleError) return error.obstacle;
  return (isApiError(error) && CODES[error.code]) || null;
}

/**
 * The plays left today, `null` while the API gives no possible count; and the streak, if the API gives one.
 */
export type PlaysToday = { left: number | null; streak: Streak | null };

/** Plays left today, and the streak; an impossible count is ignored (game.md#daily-plays). */
export const dailyPlaysQuery = (playerId: string) =>
  savedQuery({
    queryKey: [playerId, 'daily-plays'],
    queryFn: async ({ client, queryKey, signal }): Promise<PlaysToday> => {
      const { data } = await playerCall(getDailyPlays, { signal });
      const before = client.getQueryData<PlaysToday>(queryKey);
      return { left: playsRemaining(data.count) ?? before?.left ?? null, streak: data.streak };
    },
  });

/** `GET /user/reduce-play` takes a play: once for a key. */
async function takePlay(key: string): Promise<void> {
  await playerCall(getReducePlay, { key });
}

/** Shows at once that a play was taken, and keeps the new count for a start without a network. */
function showPlayTaken(client: QueryClient, playerId: string): void {
  const { queryKey } = dailyPlaysQuery(playerId);
  client.setQueryData(
    queryKey,
    (plays: PlaysToday | undefined) => plays && { ...plays, left: plays.left && plays.left - 1 },
  );
  keepCopy(client, queryKey);
}

/** Counts how popular a category is: fire and forget (game.md#categories). */
function countCategory(categoryId: string): void {
  playerCall(putCategoryPlay, { params: { categoryId }, key: newKey() }).catch(() => undefined);
}
