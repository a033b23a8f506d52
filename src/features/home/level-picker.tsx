import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Dialog } from '../../components/dialog.tsx';
import { toastError, toastInfo } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import { quizPath } from '../../config/paths.ts';
import type { Category } from '../../contract/categories.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isNetworkError } from '../../lib/errors.ts';
import { roundAtom } from '../../offline/round-atom.ts';
import type { SavedRound } from '../../offline/round-storage.ts';
import { LEVELS, type Level } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { levelCost } from '../../rules/scoring.ts';
import { currentSession, keepPlayer } from '../../session/session.ts';
import { takeOnePlay } from './daily-plays.ts';
import { InactiveDialog } from './inactive-dialog.tsx';
import { LevelButton } from './level-button.tsx';
import styles from './level-picker.module.css';
import { NeedCoinsDialog } from './need-coins-dialog.tsx';
import { OpenRoundError, startRound } from './start-round.ts';

type Props = {
  category: Category;
  player: User;
  /** This week's points. */
  highScore: number;
  /** `undefined` while it is not known: the server then decides. */
  playsLeft: number | undefined;
  /** The round that has to be finished first. */
  unfinished: SavedRound | null;
  onClose: () => void;
  /** A start has come to its end, also one whose sheet was closed. */
  onSettled: () => void;
};

/** What keeps a level from being played, in the order of gameplay §4. */
type Obstacle = { type: 'inactive' } | { type: 'coins'; cost: number };

/** 'Select Level': the checks of gameplay §4, then the round (gameplay §2). */
export function LevelPicker({
  category,
  player,
  highScore,
  playsLeft,
  unfinished,
  onClose,
  onSettled,
}: Props) {
  const navigate = useNavigate();
  const setRound = useSetAtom(roundAtom);
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  // At once, unlike `isPending`: the second tap of two may come before the next rendering.
  const isStarting = useRef(false);
  const isClosed = useIsClosed();
  const queryClient = useQueryClient();
  const balance = player.pointBalance ?? 0;

  const start = useMutation({
    mutationFn: (level: Level) => startRound({ playerId: player.id, category, level, highScore }),
    onSettled: () => {
      isStarting.current = false;
      onSettled();
    },
    onSuccess: (round, level) => {
      holdStake(round);
      takeOnePlay(queryClient, player.id);
      // Whoever closed the sheet meanwhile finds the game on the dashboard.
      if (isClosed.current) return;
      setRound(round);
      navigate(quizPath(category.id, level));
    },
    onError: (error, level) => {
      if (isApiError(error, 'subscription/inactive')) setObstacle({ type: 'inactive' });
      else if (isApiError(error, 'wallet/insufficient-coins'))
        setObstacle({ type: 'coins', cost: levelCost(level, highScore) });
      else if (isApiError(error, 'plays/cap-reached')) noPlays();
      else if (error instanceof OpenRoundError) finishFirst();
      else if (isNetworkError(error))
        toastError('No network. Try again: nothing is charged twice.');
      else if (isApiError(error) && error.code !== 'reply/unreadable' && error.status < 500)
        toastError(error.message);
      else toastError('Failed to load questions');
    },
  });

  function noPlays() {
    toastInfo('Daily Cap exceeded');
    onClose();
  }

  function finishFirst() {
    toastInfo('Finish your open game first');
    onClose();
  }

  function pick(level: Level) {
    if (isStarting.current) return;
    const cost = levelCost(level, highScore);
    if (unfinished) finishFirst();
    else if (!player.isActive) setObstacle({ type: 'inactive' });
    else if (balance < cost) setObstacle({ type: 'coins', cost });
    else if (playsLeft === 0) noPlays();
    else {
      isStarting.current = true;
      start.mutate(level);
    }
  }

  if (obstacle?.type === 'inactive') {
    return <InactiveDialog player={player} onDone={() => setObstacle(null)} onLeave={onClose} />;
  }
  if (obstacle?.type === 'coins') {
    return <NeedCoinsDialog cost={obstacle.cost} balance={balance} onLeave={onClose} />;
  }
  return (
    <Dialog
      title="Select Level"
      subtitle={category.name}
      head={
        <img
          className={styles.art}
          src={`${env.staticUrl}/${encodeURIComponent(category.image)}`}
          width="64"
          height="48"
          alt=""
        />
      }
      onClose={onClose}
    >
      <ul className={styles.levels}>
        {LEVELS.map((level) => (
          <li key={level}>
            <LevelButton
              level={level}
              highScore={highScore}
              isStarting={start.isPending && start.variables === level}
              onPick={() => pick(level)}
            />
          </li>
        ))}
      </ul>
      <p className={styles.foot}>
        10 questions. You have <b>{formatNumber(balance)}</b> coins.
      </p>
    </Dialog>
  );
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

/** Shows at once what the server holds while the round is open (decision 43). */
function holdStake({ terms, questions }: SavedRound): void {
  const { user, token } = currentSession();
  if (!('id' in user)) return;
  const stake = terms.coinsPerQuestion * questions.length;
  keepPlayer({ ...user, pointBalance: Math.max(0, (user.pointBalance ?? 0) - stake) }, token);
}
