import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { quizPath } from '../../../config/paths.ts';
import { isOpenRound, roundAtom, type SavedRound } from '../../../round/saved-round.ts';
import type { Level } from '../../../rules/levels.ts';
import { levelCost } from '../../../rules/scoring.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import type { Obstacle } from '../../../start/obstacles.ts';
import { dailyPlaysQuery } from '../../../start/plays.ts';
import { useStartRound } from '../../../start/use-start-round.ts';
import { useUnfinishedRounds } from '../../../start/use-unfinished-rounds.ts';
import { userPointsQuery } from '../../../start/user-points.ts';
import { startPurchase } from '../../../subscription/purchase.ts';

/** A game that can be begun from full time: what it costs, and what keeps it from beginning. */
export type NextGame = {
  cost: number;
  /** In words; `null` where nothing does. */
  obstacle: string | null;
  /** Whether it opens now. */
  isStarting: boolean;
  start: () => void;
  /** What helps against the obstacle, where something does. */
  way: { word: string; go: () => void } | null;
};

/** What stands in the way, as this phone sees it or as the server said. */
const WORDS: Partial<Record<Obstacle, string>> = {
  open: 'Another game is open',
  network: 'Needs network',
  inactive: 'No subscription runs',
  plays: 'No plays left today',
  coins: 'Not enough coins',
  unfinished: 'Two games are unfinished',
};

/** The next game after this one, without going home for it (game.md#full-time). */
export function usePlayAgain({ category, key }: SavedRound) {
  const player = useSignedInPlayer();
  // What the start and the result changed is known here: the dashboard asks anew.
  const plays = useQuery({ ...dailyPlaysQuery(player.id), refetchOnMount: false });
  const points = useQuery({ ...userPointsQuery(player.id), refetchOnMount: false });
  const unfinished = useUnfinishedRounds(player.id);
  const setRound = useSetAtom(roundAtom);
  const navigate = useNavigate();
  // This one may stand for its result until the outbox has that.
  const rounds = unfinished.rounds.filter((round) => round.key !== key);
  const highScore = points.data?.highScore ?? player.highScore ?? 0;

  function play(round: SavedRound) {
    setRound(round);
    navigate(quizPath(round.category.id, round.level), { replace: true });
  }

  const { met, pick, obstacleTo, starting } = useStartRound({
    player,
    category,
    highScore,
    playsLeft: plays.data?.left ?? undefined,
    hasOpen: rounds.some(isOpenRound),
    onPlay: play,
    onClose: () => undefined,
    onSettled: unfinished.refresh,
  });

  function gameAt(level: Level): NextGame {
    const asked = { level, isForLater: false };
    const said = met?.obstacle === 'coins' && met.level !== level ? null : met?.obstacle;
    const obstacle = obstacleTo(asked) ?? said ?? null;
    return {
      cost: levelCost(level, highScore),
      obstacle: (obstacle && WORDS[obstacle]) ?? null,
      isStarting: starting === level,
      start: () => pick(asked),
      way: wayPast(obstacle),
    };
  }

  function wayPast(obstacle: Obstacle | null): NextGame['way'] {
    const open = rounds.find(isOpenRound);
    if (obstacle === 'open' && open) return { word: 'Go on with it', go: () => play(open) };
    if (obstacle === 'inactive') {
      return {
        word: 'Start Subscription',
        go: () => startPurchase({ what: 'plan', door: 'level' }),
      };
    }
    if (obstacle !== 'coins') return null;
    return { word: 'Buy Coins', go: () => startPurchase({ what: 'coins', door: 'level' }) };
  }

  return { gameAt, saved: rounds.find((round) => !isOpenRound(round)) ?? null, play };
}
