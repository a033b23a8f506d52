import { useState } from 'react';
import { Bar } from '../../../components/bar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Tag } from '../../../components/chip.tsx';
import { Countdown } from '../../../components/countdown.tsx';
import { GameScreen } from '../../../components/game-screen.tsx';
import { LineStrip } from '../../../components/line-strip.tsx';
import type { Outcome } from '../../../components/option.tsx';
import { QuestionCard } from '../../../components/question-card.tsx';
import { usePageStart } from '../../../components/use-page-start.ts';
import { pageClock } from '../../../lib/clock.ts';
import { NO_NETWORK } from '../../../lib/errors.ts';
import type { RunLine } from '../../../offline/use-run-line.ts';
import { LEVEL_NAMES } from '../../../rules/levels.ts';
import type { Dealt } from '../api/proof.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import styles from './proof-screen.module.css';
import { isClosed, leftAt, type Table } from './table.ts';
import { useProof } from './use-proof.ts';

/** Longer questions are set smaller, in letters. */
const LONG_QUESTION = 90;

type Props = { dealt: Dealt; onEnd: () => void; onLeave: () => void };

/** A question of the proof round: the quiz's screen, without coins and without a way to skip. */
export function ProofScreen({ dealt, onEnd, onLeave }: Props) {
  const { table, line, answer } = useProof(dealt, onEnd);
  const [isLeaving, setLeaving] = useState(false);
  usePageStart('Sealed questions');
  const { question, stand, clock, shown } = table;
  const now = pageClock();
  const isRunning = !isClosed(table) && now >= clock.from;
  return (
    <GameScreen>
      <Bar ground="stage">
        <IconButton icon="close" aria-label="Leave the game" onClick={() => setLeaving(true)} />
        <p className={styles.count}>
          {stand.number} <small>of {stand.of}</small>
        </p>
        <Tag icon="lock" tone="gold">
          Sealed
        </Tag>
      </Bar>
      <Countdown
        key={`${question.id} ${clock.from} ${isRunning}`}
        timerMs={stand.timerMs}
        leftMs={shown?.verdict.verdict === 'timeout' ? 0 : leftAt(table, now)}
        isRunning={isRunning}
      />
      <LineStrip key={question.id} now={lineWords(line, table)} />
      <QuestionCard
        id={question.id}
        question={question.question}
        options={question.options}
        meta={
          <>
            <span>Confirm your win</span>
            <Tag icon={`level-${question.level}`}>{LEVEL_NAMES[question.level]}</Tag>
          </>
        }
        longOver={LONG_QUESTION}
        points={null}
        isClosed={isClosed(table)}
        outcomeOf={(option) => outcomeOf(table, option)}
        onAnswer={answer}
      />
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="vh" aria-live="assertive">
        {saidOf(table)}
      </p>
      <div className={styles.foot} />
      {isLeaving && <LeaveDialog onStay={() => setLeaving(false)} onLeave={onLeave} />}
    </GameScreen>
  );
}

function outcomeOf({ asked, shown }: Table, option: string): Outcome | null {
  if (shown) {
    const { verdict, answer } = shown.verdict;
    if (option === shown.choice) return verdict === 'right' ? 'right' : 'wrong';
    return verdict !== 'right' && option === answer ? 'missed' : null;
  }
  return asked?.choice === option ? 'picked' : null;
}

function saidOf({ asked, shown }: Table): string {
  if (shown?.verdict.verdict === 'timeout') return 'Time is up';
  if (shown) return shown.verdict.verdict === 'right' ? 'Right answer' : 'Not the answer';
  return asked?.choice ? 'Your answer is on its way' : '';
}

function lineWords(line: RunLine, { asked }: Table) {
  if (line === 'good') return null;
  if (line === 'back') return 'The line was lost. Your questions go on.|Same clock.' as const;
  return asked?.choice
    ? (`${NO_NETWORK}. Your answer is kept.|Stay on this page.` as const)
    : (`${NO_NETWORK}.|The clock goes on.` as const);
}
