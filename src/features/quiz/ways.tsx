import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { Coin } from '../../components/marks.tsx';
import { bankPath, paths, quizPath } from '../../config/paths.ts';
import { useKnownOffer } from '../../offer/offer.ts';
import { useReachable } from '../../offline/use-reachable.ts';
import { isOpenRound, roundAtom, type SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES, LEVELS, type Level } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { levelCost } from '../../rules/scoring.ts';
import { usePlayer, useSignedInPlayer } from '../../session/session.ts';
import { dailyPlaysQuery, type Obstacle, useStartRound } from '../../start/start-round.ts';
import { useUnfinishedRounds } from '../../start/unfinished.ts';
import { userPointsQuery } from '../../start/user-points.ts';
import { startPurchase } from '../../subscription/asked-plan.ts';
import type { ResultFace } from './review.tsx';
import styles from './ways.module.css';

export type WaysProps = {
  round: SavedRound;
  face: ResultFace;
  /** Whether the phone has stored the end of the game, or has refused to. Nobody can leave before that. */
  isSettled: boolean;
  onReview: () => void;
  onShare: () => void;
};

/** The buttons of what the player can do after full time, with the likeliest on top (game.md#full-time). */
export function Ways({ round, face, isSettled, onReview, onShare }: WaysProps) {
  const { gameAt, saved, play } = usePlayAgain(round);
  const again = gameAt(round.level);
  const isReachable = useReachable();
  // If the API does not say whether there is an account, the player goes on.
  const hasBank = usePlayer()?.hasBank;
  // Without a network the player could not add an account.
  const lacksBank = isReachable && hasBank === false;
  const navigate = useNavigate();
  const readyGame = isReachable ? null : saved;
  const top = !isReachable ? 'offline' : face === 'low' ? 'review' : 'again';
  const review = (
    <Button
      {...(top === 'review' ? { colour: 'orange', size: 'lg' } : { colour: 'line' })}
      onClick={onReview}
    >
      Review answers
    </Button>
  );
  const last = (
    <div className={styles.row}>
      <Button colour="line" icon={<ShareIcon />} onClick={onShare}>
        Share
      </Button>
      <Button
        colour="line"
        className={lacksBank ? styles.wide : undefined}
        loading={!isSettled}
        onClick={() => navigate(lacksBank ? bankPath : paths.home, { replace: true })}
      >
        {lacksBank ? 'Add Withdrawal Account' : 'Go Home'}
      </Button>
    </div>
  );
  return (
    <div className={styles.ways}>
      {top === 'review' && review}
      {top === 'offline' &&
        (readyGame ? (
          <Button size="lg" icon="play" onClick={() => play(readyGame)}>
            Play saved game
          </Button>
        ) : (
          <Button size="lg" onClick={() => navigate(paths.practice, { replace: true })}>
            Practice, free
          </Button>
        ))}
      {top === 'again' && <Again game={again} />}
      {/* If a prize can be paid out, this comes first, so that no small phone hides it. */}
      {hasBank === false && last}
      <div className={styles.row}>
        {top !== 'again' && <Start word="Play again" namesWay level={round.level} game={again} />}
        {top === 'review' && <Practice />}
        {top === 'again' && <Onward level={round.level} gameAt={gameAt} />}
        {top !== 'review' && review}
      </div>
      {hasBank !== false && last}
    </div>
  );
}

/** The button for the same level, on top. It shows the cost, or leads to what makes the game possible. */
function Again({ game }: { game: NextGame }) {
  const { cost, obstacle, isStarting, start, way } = game;
  if (obstacle === null) {
    return (
      <Button size="lg" loading={isStarting} onClick={start}>
        Play again <span className="vh">costs {formatNumber(cost)} coins</span>
        <span className={styles.cost} aria-hidden="true">
          <Coin size={20} />
          {formatNumber(cost)}
        </span>
      </Button>
    );
  }
  return (
    <Button size="lg" disabled={!way} onClick={way?.go}>
      <Two main={way?.word ?? 'Play again'} below={obstacle} />
    </Button>
  );
}

type StartProps = {
  word: string;
  /** Whether the button names the remedy instead of `word`. */
  namesWay?: boolean;
  level: Level;
  game: NextGame;
};

function Start({ word, namesWay, level, game }: StartProps) {
  const { cost, obstacle, isStarting, start, way } = game;
  return (
    <Button
      colour="line"
      loading={isStarting}
      disabled={obstacle !== null && !way}
      onClick={way?.go ?? start}
    >
      <Two
        main={(namesWay && way?.word) || word}
        below={obstacle ?? `${LEVEL_NAMES[level]} · ${formatNumber(cost)} coins`}
      />
    </Button>
  );
}

/**
 * The button for the next level. After the last level it leads to the tournament if that is open, else to
 * practice.
 */
function Onward({ level, gameAt }: { level: Level; gameAt: (level: Level) => NextGame }) {
  const isRushOpen = useKnownOffer()?.contest?.isOpen === true;
  const navigate = useNavigate();
  const next = LEVELS[LEVELS.indexOf(level) + 1];
  if (next) return <Start word="Next level" level={next} game={gameAt(next)} />;
  if (!isRushOpen) return <Practice />;
  return (
    <Button colour="line" onClick={() => navigate(paths.rush, { replace: true })}>
      Millionaire Rush
    </Button>
  );
}

function Practice() {
  const navigate = useNavigate();
  return (
    <Button colour="line" onClick={() => navigate(paths.practice, { replace: true })}>
      <Two main="Practice" below="Free, no coins" />
    </Button>
  );
}

function Two({ main, below }: { main: string; below: string }) {
  return (
    <span className={styles.two}>
      <span>{main}</span> <small>{below}</small>
    </span>
  );
}

function ShareIcon() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        d="M12 15.5V3.5M6.5 8.5L12 3l5.5 5.5M4 13v8h16v-8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
      />
    </svg>
  );
}

/** A game that can be begun from full time, with its cost and its obstacle. */
type NextGame = {
  cost: number;
  /** The obstacle in words; `null` if there is no obstacle. */
  obstacle: string | null;
  /** Whether the game is being opened. */
  isStarting: boolean;
  start: () => void;
  /** The remedy for the obstacle, if there is one. */
  way: { word: string; go: () => void } | null;
};

/** The words of an obstacle, which this phone found or the server answered. */
const WORDS: Partial<Record<Obstacle, string>> = {
  open: 'Another game is open',
  network: 'Needs network',
  inactive: 'No subscription runs',
  plays: 'No plays left today',
  coins: 'Not enough coins',
  unfinished: 'Two games are unfinished',
};

/** The next game after this one, which starts without the dashboard (game.md#full-time). */
function usePlayAgain({ category, key }: SavedRound) {
  const player = useSignedInPlayer();
  // These figures are not read again here, because the start and the result have changed them and the
  // dashboard will ask.
  const plays = useQuery({ ...dailyPlaysQuery(player.id), refetchOnMount: false });
  const points = useQuery({ ...userPointsQuery(player.id), refetchOnMount: false });
  const unfinished = useUnfinishedRounds(player.id);
  const setRound = useSetAtom(roundAtom);
  const navigate = useNavigate();
  // The finished round is kept until the outbox has its result, so it does not count as unfinished.
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
