import { useEffect, useEffectEvent, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Spinner } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { Icon } from '../../components/icon.tsx';
import { LineStrip } from '../../components/line-strip.tsx';
import { GameScreen, type Outcome, QuestionCard } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { clearToasts, toastError, toastWarning } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import { pageClock } from '../../lib/clock.ts';
import { isApiError, NO_NETWORK } from '../../lib/errors.ts';
import type { RunLine } from '../../offline/use-run-line.ts';
import { countOf, GameBar, LeaveDialog, Said, useLeaving } from '../../play/frame.tsx';
import { leftAt, sealedOutcome } from '../../play/sealed.ts';
import {
  POWER_UPS,
  type PowerUp,
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
} from '../../rules/tournament.ts';
import { EndDialog, useEndSeen } from './end.tsx';
import { type Game, isClosed, useGame } from './game.ts';
import styles from './game-screen.module.css';
import { canUseNow, isLeft, Ladder, LadderSheet } from './ladder.tsx';
import { POWER_UP_WORDS } from './power-ups.ts';
import type { Begun } from './run-calls.ts';

/** Plays a run (game.md#rush-run). */
export function PlayScreen({ begun, isResumed }: { begun: Begun; isResumed: boolean }) {
  const { game, line, answer, applyPowerUp, endRun } = useGame(begun, isResumed);
  const { isLeaving, leave } = useLeave(endRun);
  const [isLadderOpen, setLadderOpen] = useState(false);
  const isEndSeen = useEndSeen(game.ended);
  usePageStart('Millionaire Rush');
  useEffect(clearToasts, []);
  const { card, level, clock, shown, ended, used, optionsLeft } = game;
  const isOver = ended !== null;
  const now = pageClock();
  // The return of the connection is news only on the card on which it was lost.
  const [toldAt, setToldAt] = useState(card.id);
  const isRunning = shown === null && !isOver && now >= clock.from;
  const leftMs = shown ? shown.leftMs : isOver ? 0 : leftAt(clock, now);
  if (line === 'lost' && toldAt !== card.id) setToldAt(card.id);
  const isDouble = used['double-points'] === level;
  const leaving = useLeaving(isOver);

  return (
    <GameScreen>
      <GameBar
        count={countOf(level, RUSH_QUESTIONS)}
        look="gold"
        onLeave={() => !isOver && leaving.ask()}
      >
        <PowerTag game={game} />
      </GameBar>
      <div className={styles.above}>
        <Ladder game={game} isDouble={isDouble} onOpen={() => !isOver && setLadderOpen(true)} />
        <Countdown
          key={`${card.id} ${clock.from} ${clock.leftMs} ${isRunning} ${clock.isFrozen}`}
          timerMs={game.timerMs}
          leftMs={leftMs}
          isRunning={isRunning}
          isFrozen={clock.isFrozen && shown === null}
        />
        <div className={styles.line}>
          <LineStrip key={card.id} now={lineWords(line, game.asked)} isNews={toldAt === card.id} />
        </div>
      </div>
      <QuestionCard
        id={card.id}
        question={card.question}
        options={card.options}
        next={game.next?.position.card}
        isCrowded
        points={shown?.points ?? RUSH_POINTS_PER_LEVEL}
        isClosed={isClosed(game)}
        outcomeOf={outcomeOf}
        onAnswer={answer}
      />
      <Said>
        {saidOf(game).map((said) => (
          <span key={said}>{said}</span>
        ))}
      </Said>
      <PowerKeys game={game} isLineLost={line === 'lost'} onUse={applyPowerUp} />
      {isLadderOpen && !isOver && (
        <LadderSheet game={game} onUse={applyPowerUp} onClose={() => setLadderOpen(false)} />
      )}
      {leaving.isAsked && (
        <LeaveDialog
          title="Leave the run?"
          lead="Your ticket is used. The points you have won count."
          isLeaving={isLeaving}
          onStay={leaving.stay}
          onLeave={leave}
        />
      )}
      {ended && isEndSeen && (
        <EndDialog
          {...ended}
          level={level}
          score={ended.points}
          right={RUSH_QUESTIONS - (used.skip === undefined ? 0 : 1)}
        />
      )}
    </GameScreen>
  );

  function outcomeOf(option: string): Outcome | null {
    const isGone = optionsLeft && !optionsLeft.includes(option);
    return sealedOutcome(game, option) ?? (isGone ? 'gone' : null);
  }
}

type PowerKeysProps = { game: Game; isLineLost: boolean; onUse: (powerUp: PowerUp) => void };

/**
 * The four keys below the card. A used key stays in its place and keeps the focus. While an answer is
 * judged the keys look as before, unless that takes longer than a moment.
 */
function PowerKeys({ game, isLineLost, onUse }: PowerKeysProps) {
  return (
    <div className={styles.keys}>
      {POWER_UPS.map((powerUp) => {
        const { name, icon } = POWER_UP_WORDS[powerUp];
        const isUsed = game.used[powerUp] !== undefined;
        const isAsked = game.asked?.kind === 'power-up' && game.asked.powerUp === powerUp;
        return (
          <button
            key={powerUp}
            type="button"
            className={styles.key}
            aria-disabled={!(isLineLost ? canUseNow : isLeft)(game, powerUp) || undefined}
            aria-busy={isAsked || undefined}
            onClick={() => canUseNow(game, powerUp) && onUse(powerUp)}
          >
            {isAsked ? <Spinner size={24} /> : <Icon name={isUsed ? 'check' : icon} />}
            {isUsed && <span className="vh">{name}, </span>}
            <span>{isUsed ? 'Used' : name}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The power-up that works on the question, shown next to its number. */
function PowerTag({ game: { used, level, clock, optionsLeft } }: { game: Game }) {
  if (clock.isFrozen) {
    return (
      <span className={styles.ice}>
        <Tag icon="freeze">Clock stopped</Tag>
      </span>
    );
  }
  if (used['double-points'] === level) {
    return (
      <Tag icon="double" tone="gold">
        Double on
      </Tag>
    );
  }
  return optionsLeft ? (
    <Tag icon="fifty" tone="gold">
      50/50 on
    </Tag>
  ) : null;
}

/** A player who leaves while offline waits no longer than this, in milliseconds. */
const PATIENCE_MS = 6000;

/**
 * Leaves a run for the entry once its end is known or refused, or once the player has waited long
 * enough.
 */
function useLeave(endRun: () => Promise<void>) {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const toEntry = () => navigate(paths.rush, { replace: true });
  const giveUp = useEffectEvent(() => {
    toastWarning(`${NO_NETWORK}. Your run ends by itself, and its points count.`);
    toEntry();
  });
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => giveUp(), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isLeaving]);

  function leave() {
    setLeaving(true);
    endRun().then(toEntry, (error) => {
      // If the call gets no answer, the wait ends by itself.
      if (!isApiError(error)) return;
      toastError(error.message);
      toEntry();
    });
  }

  return { isLeaving, leave };
}

/** The words about the connection: title and help, on both sides of a `|`. */
function lineWords(line: RunLine, asked: Game['asked']) {
  if (line === 'good') return null;
  if (line === 'resumed') return 'Your run goes on.|Same question, same clock.' as const;
  if (line === 'back')
    return 'The line was lost. Your run goes on.|Same question, same clock.' as const;
  if (!asked || asked.kind === 'timeout') return `${NO_NETWORK}.|The clock goes on.` as const;
  const kept = asked.kind === 'answer' ? 'answer' : 'power-up';
  return `${NO_NETWORK}. Your ${kept} is kept.|The clock goes on.` as const;
}

/** The words that a screen reader says in a run, besides those that it finds by itself. */
function saidOf(game: Game): string[] {
  const { shown, asked, ended, optionsLeft, card, clock } = game;
  if (shown && shown.choice !== null) {
    const letter = 'ABCD'[card.options.indexOf(shown.answer)];
    return [
      shown.verdict === 'right'
        ? 'Right answer'
        : `Wrong. The right answer is ${letter}, ${shown.answer}.`,
    ];
  }
  if (ended?.how === 'timeout') return ['Time is up'];
  if (asked?.kind === 'answer') return ['Your answer is on its way'];
  // The words stay while a power-up is asked for, because screen readers would read new words twice.
  if (isClosed(game) && asked?.kind !== 'power-up') return [];
  const gone = optionsLeft && card.options.filter((option) => !optionsLeft.includes(option));
  return [
    clock.isFrozen && `Clock stopped at ${Math.ceil(clock.leftMs / 1000)} seconds`,
    gone && `Taken away: ${gone.join(', ')}`,
  ].filter((said) => typeof said === 'string');
}
