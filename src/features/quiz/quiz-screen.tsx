import { useAtomValue } from 'jotai';
import { useDeferredValue, useEffect, useReducer } from 'react';
import { Button } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { GameScreen } from '../../components/game-screen.tsx';
import type { Outcome } from '../../components/option.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { QuestionCard } from '../../components/question-card.tsx';
import { useKeys } from '../../components/use-keys.ts';
import { useLayOut } from '../../components/use-lay-out.ts';
import { useLoaded } from '../../components/use-loaded.ts';
import { usePageStart } from '../../components/use-page-start.ts';
import type { Picture as PictureData } from '../../contract/picture.ts';
import type { Question } from '../../contract/rounds.ts';
import { playSound } from '../../lib/play-sound.ts';
import type { SavedRound } from '../../round/saved-round.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { isRoundOver, type RoundState, type TranscriptRow } from '../../rules/round.ts';
import { AnswerDots } from './question/answer-dots.tsx';
import { LeaveDialog } from './question/leave-dialog.tsx';
import { QuizBar } from './question/quiz-bar.tsx';
import { toldOf } from './question/told-of.ts';
import { useLeaveQuestion } from './question/use-leave-question.ts';
import { useTaps } from './question/use-taps.ts';
import styles from './quiz-screen.module.css';
import { resultSavedAtom } from './round-play.ts';
import { useRound } from './use-round.ts';

const loadFullTime = () => import('./results/full-time.tsx').then((part) => part.FullTime);
const loadPicture = () =>
  import('../../components/picture/picture.tsx').then((part) => part.Picture);
const loadWays = () => import('./results/ways.tsx').then((part) => part.Ways);

type Props = { round: SavedRound };

/** Longer questions are set smaller, in letters. */
const LONG_QUESTION = 90;

const LEAVE_LEAD =
  'Time still runs for this question. If you end the game, the coins of the questions you have seen are spent.';

export function QuizScreen({ round }: Props) {
  const played = useRound();
  // Fetched while the game is played: at its end nobody waits for it.
  const FullTime = useLoaded(loadFullTime);
  const Ways = useLoaded(loadWays);
  const Picture = useLoaded(round.questions.some(({ picture }) => picture) ? loadPicture : null);
  const isSaved = useAtomValue(resultSavedAtom);
  const isOver = played !== null && isRoundOver(played.state);
  const isDone = isOver && !played.isShowing;
  // Laid out while the last answer shows, in slices: one that is not whole yet is waited for.
  const isBegun = useLayOut(isOver);
  const [isWhole, noteWhole] = useReducer(() => true, false);
  const isFullTime = isDone && (isWhole || !isBegun);
  const leave = useLeaveQuestion(isOver);
  const onTap = useTaps(played);
  usePageStart(round.category.name);
  useEffect(() => {
    if (isDone) playSound('full-time');
  }, [isDone]);
  useKeys((key) => {
    // It would lead to full time, which is laid out beneath.
    if (isBegun && !isFullTime && key === 'tab') return true;
    if (!played || isOver) return false;
    if (key === 's') played.step({ type: 'skip' });
    else if (key === 'escape') leave.ask();
    else return false;
    return true;
  });
  const isClosed = isOver || played?.isShowing === true;
  // What stands around the card follows the colour on it: all at once would hold it up.
  const roundAround = useDeferredValue(round);
  const isAroundClosed = useDeferredValue(isClosed);
  const { state: around } = roundAround;
  if (!played || !around) return null;
  const { state, leftMs, step } = played;
  const { question, row } = onTable(state, isClosed);
  const { index, row: rowAround } = onTable(around, isAroundClosed);
  const { questions, terms } = state;
  if (!question) return null;
  const isUp = rowAround?.end === 'timeout';
  const next = questions[questions.indexOf(question) + 1];
  const drawn = ({ picture }: Question) =>
    picture && Picture ? <Picture drawing={picture as PictureData} /> : null;

  if (isDone && !FullTime) return <PageLoading />;
  return (
    <>
      {!isFullTime && (
        <GameScreen className={styles.quiz} onTap={onTap}>
          <QuizBar
            round={roundAround}
            state={around}
            number={index + 1}
            seen={isAroundClosed ? around.rows.length : index + 1}
            onLeave={leave.ask}
          />
          <AnswerDots state={around} current={isAroundClosed ? null : index} />
          <div className={styles.clock}>
            <Countdown
              // Whoever comes back finds the clock as it is, even where the phone's timers stood still.
              key={`${index}-${isAroundClosed}-${around.steppedAt}`}
              timerMs={terms.timerMs}
              leftMs={isAroundClosed ? terms.timerMs - (rowAround?.ms ?? terms.timerMs) : leftMs}
              isRunning={!isAroundClosed}
              isUp={isUp}
            />
          </div>
          <div className={styles.table}>
            <QuestionCard
              id={question.id}
              question={question.question}
              options={question.options}
              meta={
                <>
                  <span>{round.category.name}</span>
                  <Tag icon={`level-${terms.level}`}>{LEVEL_NAMES[terms.level]}</Tag>
                </>
              }
              longOver={LONG_QUESTION}
              points={terms.pointsPerCorrect}
              picture={drawn(question)}
              next={next && { ...next, picture: drawn(next) }}
              isClosed={isClosed}
              outcomeOf={(option) => outcomeOf(option, question, row)}
              onAnswer={(choice) => step({ type: 'answer', choice })}
            />
          </div>
          {/* Always there: a live region that appears with its text is not read out. */}
          <p className="vh" aria-live="assertive">
            {toldOf(question, row)}
          </p>
          <div className={styles.foot}>
            {isUp ? (
              <p className={styles.say} aria-hidden="true">
                Time is up. No points for this one.
              </p>
            ) : (
              <Button
                colour="night"
                icon="skip"
                className={styles.skip}
                disabled={isAroundClosed}
                onClick={() => step({ type: 'skip' })}
              >
                Skip
              </Button>
            )}
            <p className={styles.keys}>
              <kbd>1</kbd> to <kbd>4</kbd> or <kbd>A</kbd> to <kbd>D</kbd> answers · <kbd>S</kbd>{' '}
              skips
            </p>
          </div>
          {leave.isAsked && (
            <LeaveDialog
              lead={LEAVE_LEAD}
              onStay={leave.stay}
              onEnd={() => {
                leave.stay();
                step({ type: 'leave' });
              }}
            />
          )}
        </GameScreen>
      )}
      {FullTime && (isFullTime || isBegun) && (
        <FullTime {...{ round, state, isSaved, Ways }} isAside={!isFullTime} onWhole={noteWhole} />
      )}
    </>
  );
}

/** The question that is played, or whose end is shown: the last one's stays until full time. */
function onTable({ rows, questions }: RoundState<Question>, isClosed: boolean) {
  const index = Math.min(questions.length - 1, Math.max(0, rows.length - (isClosed ? 1 : 0)));
  return { index, question: questions[index], row: isClosed ? rows[index] : undefined };
}

/** How an option stands once its question is over; the right one shows unless it was skipped. */
function outcomeOf(
  option: string,
  { answer }: Question,
  row: TranscriptRow | undefined,
): Outcome | null {
  if (!row || row.end === 'skipped') return null;
  if (option === row.choice) return option === answer ? 'right' : 'wrong';
  return option === answer && row.choice !== answer ? 'missed' : null;
}
