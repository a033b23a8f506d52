import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { Coin } from '../../../components/coin.tsx';
import { bankPath, paths } from '../../../config/paths.ts';
import { useKnownOffer } from '../../../offer/use-known-offer.ts';
import { useReachable } from '../../../offline/use-reachable.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { LEVEL_NAMES, LEVELS, type Level } from '../../../rules/levels.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import { usePlayer } from '../../../session/use-player.ts';
import type { Face } from './answers.ts';
import { type NextGame, usePlayAgain } from './use-play-again.ts';
import styles from './ways.module.css';

export type WaysProps = {
  round: SavedRound;
  face: Face;
  /** Whether the end of the game is stored or known not to be: before that nobody leaves. */
  isSettled: boolean;
  onReview: () => void;
  onShare: () => void;
};

/** The ways on from full time, the likeliest on top (game.md#full-time). */
export function Ways({ round, face, isSettled, onReview, onShare }: WaysProps) {
  const { gameAt, saved, play } = usePlayAgain(round);
  const again = gameAt(round.level);
  const isReachable = useReachable();
  // An API that does not tell whether there is an account has the player go on.
  const hasBank = usePlayer()?.hasBank;
  // Without a network the account could not be added.
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
      {/* What is won can be paid out: that stands where no small phone hides it. */}
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

/** The same level once more, on top: with what it costs, or with the way to it. */
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
  /** Whether what helps is named instead of the word. */
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

/** The next level; after the last one the tournament where it is open, else practice. */
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
