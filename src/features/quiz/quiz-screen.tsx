import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { GameScreen } from '../../components/game-screen.tsx';
import type { Outcome } from '../../components/option.tsx';
import { QuestionCard } from '../../components/question-card.tsx';
import { usePageStart } from '../../components/use-page-start.ts';
import type { SavedRound } from '../../round/saved-round.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { isRightAnswer, isRoundOver } from '../../rules/round.ts';
import { AnswerDots } from './question/answer-dots.tsx';
import { LeaveDialog } from './question/leave-dialog.tsx';
import { QuizBar } from './question/quiz-bar.tsx';
import styles from './quiz-screen.module.css';
import { ResultsDialog } from './results/results-dialog.tsx';
import { useRound } from './use-round.ts';

type Props = { round: SavedRound };

/** Longer questions are set smaller, in letters. */
const LONG_QUESTION = 90;

export function QuizScreen({ round }: Props) {
  const played = useRound();
  const [isLeaving, setLeaving] = useState(false);
  const hasRested = useRested(played !== null && isRoundOver(played.state));
  usePageStart(round.category.name);
  if (!played) return null;
  const { state, isFlashing, leftMs, step } = played;
  const isOver = isRoundOver(state);
  // While an answer flashes, its question stays on the table; so does the last one under the results.
  const index = Math.min(
    state.questions.length - 1,
    Math.max(0, state.rows.length - (isFlashing || isOver ? 1 : 0)),
  );
  const question = state.questions[index];
  if (!question) return null;
  const isClosed = isFlashing || isOver;
  const choice = isClosed ? state.rows[index]?.choice : null;
  const outcomeOf = (option: string): Outcome | null => {
    if (option !== choice) return null;
    return option === question.answer ? 'right' : 'wrong';
  };
  const { level } = state.terms;
  const isJustUp = isOver && state.rows.at(-1)?.end === 'timeout' && !hasRested;

  return (
    <GameScreen>
      <QuizBar
        number={index + 1}
        count={state.questions.length}
        onLeave={() => !isOver && setLeaving(true)}
      />
      <AnswerDots state={state} current={isClosed ? null : index} />
      <Countdown
        // Whoever comes back finds the clock as it is, even where the phone's timers stood still.
        key={`${index}-${isClosed}-${state.steppedAt}`}
        timerMs={state.terms.timerMs}
        leftMs={isClosed ? remainingOf(state, index) : leftMs}
        isRunning={!isClosed}
      />
      <QuestionCard
        key={question.id}
        question={question.question}
        options={question.options}
        meta={
          <>
            <span>{round.category.name}</span>
            <Tag icon={`level-${level}`}>{LEVEL_NAMES[level]}</Tag>
          </>
        }
        longOver={LONG_QUESTION}
        points={state.terms.pointsPerCorrect}
        isFirst={index === 0}
        isClosed={isClosed}
        outcomeOf={outcomeOf}
        onAnswer={(choice) => step({ type: 'answer', choice })}
      />
      {/* Always there: a live region that appears with its text is not read out. */}
      <p className="vh" aria-live="assertive">
        {isFlashing
          ? isRightAnswered(state, index)
            ? 'Right answer'
            : 'Not the answer'
          : state.rows.at(-1)?.end === 'timeout' && `Question ${state.rows.length}: time is up`}
      </p>
      <div className={styles.foot}>
        <Button
          colour="night"
          icon="skip"
          disabled={isClosed}
          onClick={() => step({ type: 'skip' })}
        >
          Skip
        </Button>
      </div>
      {isLeaving && !isOver && (
        <LeaveDialog
          onStay={() => setLeaving(false)}
          onLeave={() => {
            setLeaving(false);
            step({ type: 'leave' });
          }}
        />
      )}
      {isOver && !isFlashing && !isJustUp && <ResultsDialog roundKey={round.key} state={state} />}
    </GameScreen>
  );
}

function isRightAnswered(state: NonNullable<SavedRound['state']>, index: number): boolean {
  const row = state.rows[index];
  const question = state.questions[index];
  return Boolean(row && question && isRightAnswer(row, question, state.terms));
}

/** What was left on the clock when a question ended, in milliseconds. */
function remainingOf(state: NonNullable<SavedRound['state']>, index: number): number {
  return state.terms.timerMs - (state.rows[index]?.ms ?? state.terms.timerMs);
}

/** A tap for the last question that comes when its time is up finds no dialog yet, in milliseconds. */
const END_REST_MS = 600;

/** Whether the end of a round is some moments old. */
function useRested(isOver: boolean): boolean {
  const [hasRested, setRested] = useState(false);
  useEffect(() => {
    if (!isOver) return;
    const timer = setTimeout(() => setRested(true), END_REST_MS);
    return () => clearTimeout(timer);
  }, [isOver]);
  return hasRested;
}
