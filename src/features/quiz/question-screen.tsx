import { useAtomValue } from 'jotai';
import { memo, useDeferredValue, useEffect, useReducer, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, cx } from '../../components/button.tsx';
import { Chip, Tag } from '../../components/chip.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { Icon } from '../../components/icon.tsx';
import { Coin } from '../../components/marks.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import {
  GameScreen,
  type Outcome,
  QuestionCard,
  useKeys,
  useLayOut,
} from '../../components/question.tsx';
import { useLoaded, usePageStart } from '../../components/screens.tsx';
import { toastInfo } from '../../components/toast.ts';
import { paths } from '../../config/paths.ts';
import type { Picture as PictureData } from '../../contract/picture.ts';
import type { Question } from '../../contract/points.ts';
import { playSound } from '../../lib/feel.ts';
import { outcomesAtom } from '../../outbox/schedule.ts';
import { countOf, GameBar, LeaveDialog, Said, useLeaving } from '../../play/frame.tsx';
import type { SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { rightRun } from '../../rules/right-run.ts';
import {
  isRightAnswer,
  isRoundOver,
  type RoundState,
  scoreTranscript,
  type TranscriptRow,
} from '../../rules/round.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import { resultSavedAtom, toldOf, useCount, useRound, useTaps } from './play-round.ts';
import styles from './question-screen.module.css';

const loadFullTime = () => import('./full-time.tsx').then((part) => part.FullTime);
const loadPicture = () =>
  import('../../components/picture/picture.tsx').then((part) => part.Picture);
const loadWays = () => import('./ways.tsx').then((part) => part.Ways);

type QuizScreenProps = { round: SavedRound };

const LEAVE_LEAD =
  'Time still runs for this question. If you end the game, the coins of the questions you have seen are spent.';

export function QuizScreen({ round }: QuizScreenProps) {
  const played = useRound();
  // This is fetched while the game is played, so that nobody waits for it at the end.
  const FullTime = useLoaded(loadFullTime);
  const Ways = useLoaded(loadWays);
  const Picture = useLoaded(round.questions.some(({ picture }) => picture) ? loadPicture : null);
  const isSaved = useAtomValue(resultSavedAtom);
  const isOver = played !== null && isRoundOver(played.state);
  const isDone = isOver && !played.isShowing;
  // Full time is laid out in slices while the last outcome shows, and appears when all of it is there.
  const isBegun = useLayOut(isOver);
  const [isWhole, noteWhole] = useReducer(() => true, false);
  const isFullTime = isDone && (isWhole || !isBegun);
  const leave = useLeaving(isOver);
  const onTap = useTaps(played);
  usePageStart(round.category.name);
  useEffect(() => {
    if (isDone) playSound('full-time');
  }, [isDone]);
  useKeys((key) => {
    // Tab would lead into full time, which is laid out but not shown yet.
    if (isBegun && !isFullTime && key === 'tab') return true;
    if (!played || isOver) return false;
    if (key === 's') played.step({ type: 'skip' });
    else if (key === 'escape') leave.ask();
    else return false;
    return true;
  });
  const isClosed = isOver || played?.isShowing === true;
  // The parts around the card change after the card's colour, because all at once would delay the colour.
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
              // A new key restarts the countdown, so that a player who comes back sees the right time even
              // if the phone's timers stopped.
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
              points={terms.pointsPerCorrect}
              picture={drawn(question)}
              next={next && { ...next, picture: drawn(next) }}
              isClosed={isClosed}
              outcomeOf={(option) => outcomeOf(option, question, row)}
              onAnswer={(choice) => step({ type: 'answer', choice })}
            />
          </div>
          <Said>{toldOf(question, row)}</Said>
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
            <LeaveRound
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

/** The question that is played, or whose outcome is shown. The last question stays until full time. */
function onTable({ rows, questions }: RoundState<Question>, isClosed: boolean) {
  const index = Math.min(questions.length - 1, Math.max(0, rows.length - (isClosed ? 1 : 0)));
  return { index, question: questions[index], row: isClosed ? rows[index] : undefined };
}

/** An option's state once its question is over. The right option shows, unless the question was skipped. */
function outcomeOf(
  option: string,
  { answer }: Question,
  row: TranscriptRow | undefined,
): Outcome | null {
  if (!row || row.end === 'skipped') return null;
  if (option === row.choice) return option === answer ? 'right' : 'wrong';
  return option === answer && row.choice !== answer ? 'missed' : null;
}

type QuizBarProps = {
  round: SavedRound;
  state: RoundState;
  number: number;
  /** How many questions have been shown. Each of them costs its coins. */
  seen: number;
  onLeave: () => void;
};

/** The bar of a game: the way out, the question's number, the run, the booster, points and coins. */
export const QuizBar = memo(function QuizBar({
  round,
  state,
  number,
  seen,
  onLeave,
}: QuizBarProps) {
  const { points } = scoreTranscript(state.terms, state.questions, state.rows);
  const coins = useCoins(round, seen);
  return (
    <GameBar count={countOf(number, state.questions.length)} look="full" onLeave={onLeave}>
      <RunChip run={rightRun(state)} />
      {/* The booster opens no dialog, because the clock runs on. */}
      <Chip icon="bolt" tone="gold" label="2x Boost" onClick={() => toastInfo('Coming Soon')}>
        2x
      </Chip>
      <p className={styles.purse} translate="no">
        <span className="vh">{`${formatNumber(points)} points, ${formatNumber(coins)} coins`}</span>
        <span aria-hidden="true">
          <b>
            <Counting figure={points} />
          </b>{' '}
          <small>pts</small>
        </span>
        <span aria-hidden="true" className={styles.coins}>
          <Coin size={14} />
          <Counting figure={coins} />
        </span>
      </p>
    </GameBar>
  );
});

/**
 * Shows a figure that counts. It is a component of its own, so that the rest of the bar is not rendered
 * meanwhile.
 */
function Counting({ figure }: { figure: number }) {
  return formatNumber(useCount(figure));
}

/** The player's coins, with those held for this round, minus the cost of the questions shown so far. */
function useCoins({ key, issued, terms, questions }: SavedRound, seen: number): number {
  const { pointBalance } = useSignedInPlayer();
  const isCounted = useAtomValue(outcomesAtom)[key]?.state === 'counted';
  const balance = pointBalance ?? 0;
  // Once the result is counted, the balance includes everything.
  if (isCounted) return balance;
  const held = issued ? terms.coinsPerQuestion * questions.length : 0;
  return Math.max(0, balance + held - terms.coinsPerQuestion * seen);
}

/** Shows a run of two or more right answers. A run that is broken fades. */
function RunChip({ run }: { run: number }) {
  const [shown, setShown] = useState(0);
  if (run >= 2 && run !== shown) setShown(run);
  if (shown === 0) return null;
  const isBroken = run < 2;
  return (
    <p className={cx(styles.run, isBroken && styles.broken)} aria-hidden={isBroken}>
      <Icon name="check" size={16} />
      {shown}
      <span className={styles.words}> in a row</span>
    </p>
  );
}

type AnswerDotsProps = {
  state: RoundState;
  /** The index of the current question; `null` while no question can be answered. */
  current: number | null;
};

const LOOKS = {
  right: { icon: 'check', word: 'right' },
  wrong: { icon: 'cross', word: 'wrong' },
  skipped: { icon: 'minus', word: 'not answered' },
} as const;

/** Shows how the questions went so far, like a row of penalties. */
export const AnswerDots = memo(function AnswerDots({ state, current }: AnswerDotsProps) {
  return (
    <ol className={styles.dots} aria-label="Your answers">
      {state.questions.map((question, index) => {
        const row = state.rows[index];
        const number = index + 1;
        if (!row) {
          return (
            <li
              key={question.id}
              className={cx(styles.dot, index === current && styles.now)}
              aria-current={index === current ? 'step' : undefined}
            >
              {number}
            </li>
          );
        }
        const outcome = isRightAnswer(row, question, state.terms)
          ? 'right'
          : row.end === 'answered'
            ? 'wrong'
            : 'skipped';
        const { icon, word } = LOOKS[outcome];
        const isJoined = outcome === 'right' && isRightAt(state, index - 1);
        return (
          <li
            key={question.id}
            className={cx(styles.dot, styles[outcome], isJoined && styles.joined)}
          >
            <Icon name={icon} size={14} label={`${number}: ${word}`} />
          </li>
        );
      })}
    </ol>
  );
});

function isRightAt({ rows, questions, terms }: RoundState, index: number): boolean {
  const [row, question] = [rows[index], questions[index]];
  return row !== undefined && question !== undefined && isRightAnswer(row, question, terms);
}

type LeaveRoundProps = {
  /** Says what leaving costs at this moment. */
  lead: string;
  onStay: () => void;
  onEnd: () => void;
};

/** Asks how to leave a round, which can also be left for later (game.md#leaving-a-round). */
export function LeaveRound({ lead, onStay, onEnd }: LeaveRoundProps) {
  const navigate = useNavigate();
  return (
    <LeaveDialog title="Leave the game?" lead={lead} leave="End it" onStay={onStay} onLeave={onEnd}>
      <Button colour="line" onClick={() => navigate(paths.home, { replace: true })}>
        Keep it for later
      </Button>
    </LeaveDialog>
  );
}
