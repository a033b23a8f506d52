import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toastError, toastInfo, toastSuccess, toastWarning } from '../components/toast.ts';
import type { User } from '../contract/user.ts';
import { isApiError, isNetworkError, NO_NETWORK_NO_CHARGE } from '../lib/errors.ts';
import { useReachable } from '../offline/use-reachable.ts';
import type { SavedRound } from '../round/saved-round.ts';
import { readAttempt } from '../round/store.ts';
import type { Level } from '../rules/levels.ts';
import { levelCost } from '../rules/scoring.ts';
import { checkSubscription } from '../subscription/check-subscription.ts';
import { type Obstacle, obstacleOf } from './obstacles.ts';
import { dailyPlaysQuery, showPlayTaken } from './plays.ts';
import { type StartedRound, startRound } from './start-round.ts';

/** What this phone sees before anything is asked for, in the order in which it is said. */
export type KnownObstacle = 'open' | 'network' | 'inactive' | 'plays' | 'coins';

type Asked = { level: Level; isForLater: boolean };

type Met = { obstacle: Obstacle; level: Level };

type Options = {
  player: User;
  category: SavedRound['category'];
  highScore: number;
  /** `undefined` while it is not known: the server then decides. */
  playsLeft: number | undefined;
  hasOpen: boolean;
  /** The round is there, to be played now. */
  onPlay: (round: SavedRound) => void;
  onClose: () => void;
  /** A start has come to its end, also one whose sheet was closed. */
  onSettled: () => void;
};

/** The checks in their order (game.md#starting-a-round), then the round, or why there is none. */
export function useStartRound(options: Options) {
  const { player, category, highScore, playsLeft, hasOpen, onPlay, onClose, onSettled } = options;
  const [met, setMet] = useState<Met | null>(null);
  const [picked, setPicked] = useState<Level | null>(null);
  const { isActive } = player;
  const balance = player.pointBalance ?? 0;
  useEffect(() => {
    // The check that was under way when the level was picked may bring a period and its coins.
    setMet((before) => {
      const isOver =
        (before?.obstacle === 'inactive' && isActive) ||
        (before?.obstacle === 'coins' && balance >= levelCost(before.level, highScore));
      return isOver ? null : before;
    });
  }, [isActive, balance, highScore]);
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
      if (isInDoubt) {
        // What is shown may have been read before the play was taken, or after.
        void checkSubscription();
        askForPlays();
      } else showPlayTaken(queryClient, player.id);
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

  /** Tells the player what they met: a few words where that is all, else a dialog. */
  function tell(obstacle: Obstacle, level: Level) {
    if (obstacle === 'open') closeWith('Finish your open game first');
    else if (obstacle === 'saved') closeWith('Play your saved game first');
    else if (obstacle === 'plays') {
      // The day may have changed since they were counted, or another phone has played.
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
    // A start that is under way has its play and its coins: the server knows.
    if (isUnderWay) return null;
    if (!isActive) return 'inactive';
    if (playsLeft === 0) return 'plays';
    return balance < levelCost(level, highScore) ? 'coins' : null;
  }

  function pick(asked: Asked) {
    if (isStarting.current) return;
    const obstacle = obstacleTo(asked);
    // Whether there is a network is known only once it is asked.
    if (obstacle && obstacle !== 'network') return tell(obstacle, asked.level);
    isStarting.current = true;
    start.mutate(asked);
  }

  return {
    met,
    /** The level that was kept from being started before. */
    picked,
    pick,
    /** What keeps a level from being started now; `null` where nothing does. */
    obstacleTo,
    /** The level that is being opened, until its game stands in place of the picker. */
    starting: start.isPending || start.isSuccess ? start.variables.level : null,
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
