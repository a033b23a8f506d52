import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../../../components/toast.ts';
import type { Category } from '../../../contract/categories.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_NO_CHARGE } from '../../../lib/errors.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { readAttempt } from '../../../round/store.ts';
import type { Level } from '../../../rules/levels.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { checkSubscription } from '../../../session/check-subscription.ts';
import { dailyPlaysQuery, takeOnePlay } from '../api/plays.ts';
import { type StartedRound, StartRefusal, startRound } from './start-round.ts';

/** What is asked for: a level, to play at once or to save. */
type Asked = { level: Level; isForLater: boolean };

/** What keeps a level from being started, as far as the phone can tell (gameplay §4). */
type Hindrance = 'open' | 'inactive' | 'coins' | 'plays' | 'network';

const HINDRANCE_WORDS: Record<Hindrance, string> = {
  open: 'Another game is open',
  inactive: 'Your subscription has ended',
  coins: 'Not enough coins',
  plays: 'No plays left today',
  network: 'Needs network',
};

/** What keeps a level from being played and opens a dialog of its own. */
export type Obstacle =
  | { type: 'inactive' }
  | { type: 'coins'; cost: number }
  | { type: 'too-many' };

type Options = {
  player: User;
  category: Category;
  /** This week's points. */
  highScore: number;
  /** `undefined` while it is not known: the server then decides. */
  playsLeft: number | undefined;
  /** Whether another round is open on this phone. */
  hasOpen: boolean;
  /** The round is there, to be played now. */
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** A start has come to its end, also one whose sheet was closed. */
  onSettled: () => void;
};

/** The checks of gameplay §4 in their order, then the round; and what is said when it fails. */
export function useStart(options: Options) {
  const { player, category, highScore, playsLeft, hasOpen, onPlay, onClose, onSettled } = options;
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const { isActive, pointBalance } = player;
  useEffect(() => {
    // The check that was under way when the level was picked may bring a period and its coins.
    setObstacle((before) => {
      const isOver =
        (before?.type === 'inactive' && isActive) ||
        (before?.type === 'coins' && (pointBalance ?? 0) >= before.cost);
      return isOver ? null : before;
    });
  }, [isActive, pointBalance]);
  // At once, unlike `isPending`: the second tap of two may come before the next rendering.
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
      if (isInDoubt) askForFigures();
      else takeOnePlay(queryClient, player.id);
      if (isForLater) {
        if (isKept) toastSuccess('Saved. Ready to play with no network');
        else toastWarning('This phone cannot keep your game. Play it before you close the app.');
      }
      // Whoever closed the sheet meanwhile finds the game on the dashboard.
      if (isClosed.current) return;
      if (isForLater) onClose();
      else onPlay(round);
    },
    onError: (error, { level }) => {
      if (error instanceof StartRefusal) refuse(error.reason);
      else if (isApiError(error, 'subscription/inactive')) setObstacle({ type: 'inactive' });
      else if (isApiError(error, 'wallet/insufficient-coins'))
        setObstacle({ type: 'coins', cost: levelCost(level, highScore) });
      else if (isApiError(error, 'round/too-many')) setObstacle({ type: 'too-many' });
      else if (isApiError(error, 'plays/cap-reached')) closeWith('Daily Cap exceeded');
      else if (isNetworkError(error)) toastError(NO_NETWORK_NO_CHARGE);
      else if (isApiError(error) && error.code !== 'reply/unreadable' && error.status < 500)
        toastError(error.message);
      else toastError('Failed to load questions');
    },
  });

  /** What is shown may have been read before the play was taken, or after. */
  function askForFigures() {
    checkSubscription();
    askForPlays();
  }

  function askForPlays() {
    void queryClient.invalidateQueries({ queryKey: dailyPlaysQuery(player.id).queryKey });
  }

  function closeWith(text: string) {
    toastInfo(text);
    onClose();
  }

  function refuse(reason: StartRefusal['reason']) {
    if (reason === 'open') closeWith('Finish your open game first');
    else if (reason === 'saved') closeWith('Play your saved game first');
    else toastError('This phone cannot save a game for later. You can play one now.');
  }

  /** The checks in their order. */
  function hindranceOf({ level, isForLater }: Asked): Hindrance | null {
    if (hasOpen && !isForLater) return 'open';
    // A start that is under way has its play and its coins: the server knows.
    if (isUnderWay) return null;
    if (!player.isActive) return 'inactive';
    if ((player.pointBalance ?? 0) < levelCost(level, highScore)) return 'coins';
    if (playsLeft === 0) return 'plays';
    return isReachable ? null : 'network';
  }

  function pick(asked: Asked) {
    if (isStarting.current) return;
    const hindrance = hindranceOf(asked);
    if (hindrance === 'open') refuse('open');
    else if (hindrance === 'inactive') setObstacle({ type: 'inactive' });
    else if (hindrance === 'coins')
      setObstacle({ type: 'coins', cost: levelCost(asked.level, highScore) });
    else if (hindrance === 'plays') {
      // The day may have changed since they were counted.
      askForPlays();
      closeWith('Daily Cap exceeded');
    } else {
      isStarting.current = true;
      start.mutate(asked);
    }
  }

  return {
    obstacle,
    clearObstacle: () => setObstacle(null),
    pick,
    /** Why a level cannot be started now, in words; `null` where it can. */
    whyNot(asked: Asked): string | null {
      const hindrance = hindranceOf(asked);
      return hindrance && HINDRANCE_WORDS[hindrance];
    },
    /** The level that is on its way. */
    starting: start.isPending ? start.variables.level : null,
  };
}

/** Whether the sheet is gone; a ref, for what comes back after it. */
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
