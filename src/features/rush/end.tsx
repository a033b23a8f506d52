import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { celebrate } from '../../components/hooks.ts';
import { paths } from '../../config/paths.ts';
import { pageClock } from '../../lib/clock.ts';
import { playApplause, playSound } from '../../lib/feel.ts';
import { ANSWER_FLASH_MS } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import type { RushEnd } from '../../rules/rush-run.ts';
import { CONFETTI_PIECES, RUSH_PAUSE_MS, RUSH_QUESTIONS } from '../../rules/tournament.ts';
import styles from './end.module.css';
import type { Game } from './game.ts';

/** Draws a red card that is shown. */
function RedCard() {
  return (
    <svg width="104" height="112" viewBox="0 0 104 112" aria-hidden="true">
      <path className={styles.ground} d="M8 104h88v6H8z" />
      <g transform="rotate(9 52 52)">
        <rect className={styles.redEdge} x="21" y="10" width="62" height="86" rx="5" />
        <rect className={styles.red} x="21" y="6" width="62" height="84" rx="5" />
        <path className={styles.cross} fill="none" strokeWidth="9" d="M38 34l28 28M66 34L38 62" />
      </g>
    </svg>
  );
}

/** Draws a stopwatch that has run out. */
function StoppedClock() {
  return (
    <svg width="112" height="112" viewBox="0 0 112 112" aria-hidden="true">
      <circle className={styles.night} cx="56" cy="60" r="48" />
      <circle className={styles.face} cx="56" cy="60" r="38" />
      <path className={styles.red} d="M56 60V24a36 36 0 1 0 36 36z" />
      <path className={styles.night} d="M48 2h16v12H48zM90 16l8 8-8 8-8-8z" />
      <circle className={styles.ink} cx="56" cy="60" r="6" />
    </svg>
  );
}

/** Draws a golden ball on the top step. */
function GoldenBall() {
  return (
    <svg width="160" height="130" viewBox="0 0 160 130" aria-hidden="true">
      <path className={styles.beam} d="M80 20L10 130h140z" />
      <path className={styles.goldEdge} d="M40 104h80v10H40z" />
      <path
        className={styles.gold}
        d="M46 92h68v14H46zM34 112h92v14H34zM66 92l6-16h16l6 16zM44 44a36 36 0 1 0 72 0a36 36 0 1 0-72 0"
      />
      <path
        className={styles.onGold}
        d="M80 29l14 10-5 17H71l-5-17zM66 11l14 7 14-7a36 36 0 0 0-28 0zM107 21l-2 15 10 11a36 36 0 0 0-8-26zM110 62l-15 3-7 14a36 36 0 0 0 22-17zM72 79l-7-14-15-3a36 36 0 0 0 22 17zM45 47l10-11-2-15a36 36 0 0 0-8 26z"
      />
      <path
        className={styles.seams}
        strokeWidth="4"
        d="M80 29V17M94 39l12-3M89 56l7 10M71 56l-7 10M66 39l-12-3"
      />
    </svg>
  );
}

type EndDialogProps = {
  how: RushEnd;
  ticketBack: boolean;
  /** The last level; `null` if the run ended while the player was away. */
  level: number | null;
  score: number;
  /** How many answers were right; `null` if the run ended while the player was away. */
  right: number | null;
};

/** Says how a run has ended, and what the player can do next (game.md#rush-run). */
export function EndDialog({ how, ticketBack, level, score, right }: EndDialogProps) {
  const navigate = useNavigate();
  const toEntry = () => navigate(paths.rush, { replace: true });
  if (ticketBack) return <TicketBackDialog onAgain={toEntry} />;
  if (how === 'jackpot') return <JackpotDialog score={score} right={right} />;
  if (how === 'left') return null;
  const [title, art] = END_LOOKS[how];
  return (
    <Dialog title={title} head={art} centred blocking>
      <p className={styles.lead}>
        {level === null ? (
          'Your run has ended.'
        ) : (
          <>
            You reached level <b>{level}</b> of {RUSH_QUESTIONS}.
          </>
        )}{' '}
        {score > 0 && `${formatNumber(score)} points count for today.`}
      </p>
      <div className={styles.ways}>
        <Button colour="gold" size="lg" onClick={toEntry}>
          Play Again
        </Button>
        <Button colour="line" onClick={() => navigate(paths.rushBoard, { replace: true })}>
          View Leaderboard
        </Button>
      </div>
    </Dialog>
  );
}

const END_LOOKS: Record<'wrong' | 'timeout', [string, ReactNode]> = {
  wrong: ['Wrong Answer', <RedCard key="card" />],
  timeout: ['OUT OF TIME', <StoppedClock key="clock" />],
};

/**
 * Says that the game itself could not be reached while the clock ran, so nothing counts and nothing is
 * lost.
 */
function TicketBackDialog({ onAgain }: { onAgain: () => void }) {
  return (
    <ChoiceDialog
      title="Your ticket is back"
      lead="Our server could not be reached while your clock ran. That run counts nothing. Play your ticket again."
    >
      <Button colour="gold" size="lg" onClick={onAgain}>
        Play again
      </Button>
    </ChoiceDialog>
  );
}

type JackpotDialogProps = {
  score: number;
  /**
   * How many answers were right, without a skipped question; `null` if nobody on this phone has seen the
   * run.
   */
  right: number | null;
};

/** Shown when the last answer is right, with confetti and applause. Both are fetched only now. */
function JackpotDialog({ score, right }: JackpotDialogProps) {
  const navigate = useNavigate();
  useEffect(() => {
    playSound('jackpot');
    playApplause();
    return celebrate(CONFETTI_PIECES);
  }, []);
  return (
    <Dialog title="JACKPOT!" head={<GoldenBall />} ground="gold" centred blocking>
      <p className={styles.jackpotLead}>
        {right === RUSH_QUESTIONS
          ? `You got all ${RUSH_QUESTIONS} questions right.`
          : 'You are at the top of the ladder.'}
      </p>
      <dl className={styles.final}>
        {right !== null && (
          <div>
            <dd>
              {right}
              <small>/{RUSH_QUESTIONS}</small>
            </dd>
            <dt>Correct</dt>
          </div>
        )}
        <div>
          <dd>{formatNumber(score)}</dd>
          <dt>Points</dt>
        </div>
      </dl>
      <Button colour="gold" size="lg" onClick={() => navigate(paths.rushBoard, { replace: true })}>
        View Leaderboard
      </Button>
    </Dialog>
  );
}

/** Whether the player has seen the end of a run on the table, so that its dialog may open. */
export function useEndSeen(ended: Game['ended']): boolean {
  const [isSeen, setSeen] = useState(false);
  const how = ended?.how;
  const at = ended?.at;
  useEffect(() => {
    if (at === undefined) return;
    const pauseMs = how === 'jackpot' ? ANSWER_FLASH_MS : how === 'left' ? 0 : RUSH_PAUSE_MS;
    const timer = setTimeout(() => setSeen(true), at + pauseMs - pageClock());
    return () => {
      clearTimeout(timer);
      setSeen(false);
    };
  }, [at, how]);
  return isSeen;
}
