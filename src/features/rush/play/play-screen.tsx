import { useEffect, useState } from 'react';
import { Bar } from '../../../components/bar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Countdown } from '../../../components/countdown.tsx';
import { holdBack } from '../../../components/dialog-stack.ts';
import { GameScreen } from '../../../components/game-screen.tsx';
import { LineStrip } from '../../../components/line-strip.tsx';
import type { Outcome } from '../../../components/option.tsx';
import { QuestionCard } from '../../../components/question-card.tsx';
import { clearToasts } from '../../../components/toast.ts';
import { usePageStart } from '../../../components/use-page-start.ts';
import { pageClock } from '../../../lib/clock.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import type { Begun } from '../api/start-run.ts';
import { type Game, isClosed, leftAt } from '../run/game.ts';
import { EndDialog } from './end-dialog.tsx';
import { Ladder } from './ladder.tsx';
import { LadderSheet } from './ladder-sheet.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { lineWords } from './line-words.ts';
import styles from './play-screen.module.css';
import { PowerKeys } from './power-keys.tsx';
import { PowerTag } from './power-tag.tsx';
import { saidOf } from './said-of.ts';
import { useEndSeen } from './use-end-seen.ts';
import { useGame } from './use-game.ts';
import { useLeave } from './use-leave.ts';

/** Longer questions are set smaller: ladder and power-ups stand on the same screen. */
const LONG_QUESTION = 60;

/** A run on the table (game.md#rush-run). */
export function PlayScreen({ begun, isResumed }: { begun: Begun; isResumed: boolean }) {
  const { game, line, answer, applyPowerUp, endRun } = useGame(begun, isResumed);
  const { isLeaving, leave } = useLeave(endRun);
  const [open, setOpen] = useState<'ladder' | 'leave' | null>(null);
  const isEndSeen = useEndSeen(game.ended);
  usePageStart('Millionaire Rush');
  useEffect(clearToasts, []);
  const { card, level, clock, shown, ended, used, optionsLeft } = game;
  const isOver = ended !== null;
  const now = pageClock();
  // That the line is back is news on the card that saw it go, and said there.
  const [toldAt, setToldAt] = useState(card.id);
  const isRunning = shown === null && !isOver && now >= clock.from;
  const leftMs = shown ? shown.leftMs : isOver ? 0 : leftAt(clock, now);
  if (line === 'lost' && toldAt !== card.id) setToldAt(card.id);
  const isDouble = used['double-points'] === level;
  useEffect(() => (isOver ? undefined : holdBack(() => setOpen('leave'))), [isOver]);

  return (
    <GameScreen>
      <Bar ground="stage">
        <IconButton
          icon="close"
          aria-label="Leave the game"
          onClick={() => !isOver && setOpen('leave')}
        />
        <p className={styles.count}>
          {level} <small>of {RUSH_QUESTIONS}</small>
        </p>
        <PowerTag game={game} />
      </Bar>
      <div className={styles.above}>
        <Ladder game={game} isDouble={isDouble} onOpen={() => !isOver && setOpen('ladder')} />
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
        longOver={LONG_QUESTION}
        points={shown?.points ?? RUSH_POINTS_PER_LEVEL}
        isClosed={isClosed(game)}
        outcomeOf={(option) => outcomeOf(game, option)}
        onAnswer={answer}
      />
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="vh" aria-live="assertive">
        {saidOf(game).map((said) => (
          <span key={said}>{said}</span>
        ))}
      </p>
      <PowerKeys game={game} isLineLost={line === 'lost'} onUse={applyPowerUp} />
      {open === 'ladder' && !isOver && (
        <LadderSheet game={game} onUse={applyPowerUp} onClose={() => setOpen(null)} />
      )}
      {open === 'leave' && !isOver && (
        <LeaveDialog isLeaving={isLeaving} onStay={() => setOpen(null)} onLeave={leave} />
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

  function outcomeOf({ asked }: Game, option: string): Outcome | null {
    if (shown) {
      if (option === shown.choice) return shown.isRight ? 'right' : 'wrong';
      if (!shown.isRight && option === shown.answer) return 'missed';
    } else if (asked?.kind === 'answer' && asked.choice === option) return 'picked';
    return optionsLeft && !optionsLeft.includes(option) ? 'gone' : null;
  }
}
