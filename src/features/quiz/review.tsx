import { useMutation } from '@tanstack/react-query';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Tag } from '../../components/chip.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { unbroken } from '../../components/question.tsx';
import { ReportSheet, toastReportFault } from '../../components/report-sheet.tsx';
import { useLoaded } from '../../components/screens.tsx';
import { toastSuccess, toastWarning } from '../../components/toast.ts';
import { env } from '../../config/env.ts';
import type { Picture as PictureData } from '../../contract/picture.ts';
import type { Question } from '../../contract/points.ts';
import {
  postQuestionReport,
  QUESTION_REPORT_REASONS,
  type QuestionReport,
  type QuestionReportReason,
} from '../../contract/question-reports.ts';
import { ApiError, isApiError, isUnanswered } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { reportEntry } from '../../outbox/entries.ts';
import { queueEntry } from '../../outbox/schedule.ts';
import type { SavedRound } from '../../round/store.ts';
import { isRightAnswer, type RoundState, type TranscriptRow } from '../../rules/round.ts';
import { playerCall } from '../../session/player-call.ts';
import { isSignedInAs } from '../../session/session.ts';
import styles from './review.module.css';

type ReviewDialogProps = {
  round: Pick<SavedRound, 'issued' | 'playerId'>;
  state: RoundState<Question>;
  onClose: () => void;
};

const OUTCOMES = {
  right: { icon: 'check', tone: 'ok', word: 'Right' },
  wrong: { icon: 'cross', tone: 'bad', word: 'Wrong' },
  skipped: { icon: 'minus', tone: 'plain', word: 'Skipped' },
  timeout: { icon: 'clock', tone: 'plain', word: 'Time was up' },
} as const;

const loadPicture = () =>
  import('../../components/picture/picture.tsx').then((part) => part.Picture);

/**
 * Shows the questions and answers of a round. A question that was not shown stays unknown, because it was
 * not paid for.
 */
export function ReviewDialog({ round: { issued, playerId }, state, onClose }: ReviewDialogProps) {
  const Picture = useLoaded(state.questions.some(({ picture }) => picture) ? loadPicture : null);
  const unseen = state.questions.length - state.rows.length;
  return (
    <Dialog title="Review answers" variant="tall" onClose={onClose}>
      <ol className={styles.list}>
        {state.rows.map((row, index) => {
          const question = state.questions[index];
          if (!question) return null;
          return (
            <Reviewed
              key={question.id}
              number={index + 1}
              question={question}
              row={row}
              picture={
                question.picture && Picture ? (
                  <Picture drawing={question.picture as PictureData} />
                ) : null
              }
              outcome={outcomeOf(row, question, state)}
            >
              {env.hasAdditions && issued && (
                <ReportButton
                  number={index + 1}
                  questionId={question.id}
                  roundId={issued.id}
                  playerId={playerId}
                />
              )}
            </Reviewed>
          );
        })}
      </ol>
      {unseen > 0 && (
        <p className={styles.unseen}>
          {unseen === 1
            ? '1 question was not played. It cost no coins.'
            : `${unseen} questions were not played. They cost no coins.`}
        </p>
      )}
      <Button onClick={onClose}>Back to results</Button>
    </Dialog>
  );
}

type ReviewedProps = {
  number: number;
  question: Question;
  row: TranscriptRow;
  picture: ReactNode;
  outcome: keyof typeof OUTCOMES;
  /** The buttons for what the player can do with the question. */
  children: ReactNode;
};

function Reviewed({ number, question, row, picture, outcome, children }: ReviewedProps) {
  const { icon, tone, word } = OUTCOMES[outcome];
  return (
    <li className={styles.reviewed}>
      <p className={styles.meta}>
        <span>Question {number}</span>
        <Tag icon={icon} tone={tone}>
          {word}
        </Tag>
      </p>
      {picture}
      <h3 className={styles.question}>{unbroken(question.question)}</h3>
      <dl className={styles.answers}>
        {outcome === 'wrong' && (
          <div>
            <dt>You chose</dt>
            <dd className={styles.wrong} translate="no">
              {row.choice}
            </dd>
          </div>
        )}
        <div>
          <dt>{outcome === 'right' ? 'You chose the right answer' : 'Right answer'}</dt>
          <dd className={styles.right} translate="no">
            {question.answer}
          </dd>
        </div>
      </dl>
      {question.fact && (
        <p className={styles.fact}>
          <Icon name="info" size={20} />
          <span>{unbroken(question.fact)}</span>
        </p>
      )}
      {children}
    </li>
  );
}

function outcomeOf(row: TranscriptRow, question: Question, { terms }: RoundState<Question>) {
  if (isRightAnswer(row, question, terms)) return 'right';
  if (row.end === 'answered') return row.ms > terms.timerMs ? 'timeout' : 'wrong';
  return row.end;
}

/** How a question of a round ended. `left` is a question that was not shown. */
export type Answered = 'right' | 'wrong' | 'missed' | 'left';

/** How each question of a round ended, in order, as the squares of full time show it. */
export function answersOf({ questions, rows, terms }: RoundState): Answered[] {
  return questions.map((question, index) => {
    const row = rows[index];
    if (!row) return 'left';
    if (isRightAnswer(row, question, terms)) return 'right';
    return row.end === 'answered' && row.ms <= terms.timerMs ? 'wrong' : 'missed';
  });
}

/**
 * The face of full time: `perfect` if all answers are right, `good` for four or more, else `low`
 * (game.md#full-time).
 */
export type ResultFace = 'perfect' | 'good' | 'low';

const GOOD_FROM = 4;

export function faceOf(answers: readonly Answered[]): ResultFace {
  const right = answers.filter((answer) => answer === 'right').length;
  if (right === answers.length) return 'perfect';
  return right >= GOOD_FROM ? 'good' : 'low';
}

type ReportButtonProps = Reporting & { number: number };

/** The button below each question of a review. It says if the question was reported. */
function ReportButton({ number, ...reporting }: ReportButtonProps) {
  const isReported = useAtomValue(reportedAtom).includes(reporting.questionId);
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.report}>
      {/* The button is never disabled, so that it keeps the focus that the sheet gives back. */}
      <Button
        size="sm"
        colour="line"
        icon={isReported ? 'check' : 'flag'}
        aria-disabled={isReported || undefined}
        aria-haspopup={isReported ? undefined : 'dialog'}
        onClick={isReported ? undefined : () => setOpen(true)}
      >
        {isReported ? 'Reported' : 'Report'} <span className="vh">question {number}</span>
      </Button>
      {isOpen && (
        <QuestionReportSheet {...reporting} number={number} onClose={() => setOpen(false)} />
      )}
    </div>
  );
}

const REASONS: Record<QuestionReportReason, string> = {
  'wrong-answer': 'The answer is wrong',
  'two-right': 'Two answers are right',
  unclear: 'I cannot understand it',
  old: 'It is too old',
};

type Reporting = { questionId: string; roundId: string; playerId: string };

type QuestionReportSheetProps = Reporting & { number: number; onClose: () => void };

/**
 * Lists the faults that a question can have. One tap on a fault reports it (help.md#reports-of-questions).
 */
function QuestionReportSheet({
  questionId,
  roundId,
  playerId,
  number,
  onClose,
}: QuestionReportSheetProps) {
  const setReported = useSetAtom(reportedAtom);
  const report = useMutation({
    // The report is made offline too, because the outbox takes it.
    networkMode: 'always',
    mutationFn: (reason: QuestionReportReason) =>
      reportQuestion(questionId, { reason, roundId }, playerId),
    onSuccess: (reported) => {
      setReported((before) => [...before, questionId]);
      if (reported === 'sent') toastSuccess('Thanks. We will look at it.');
      if (reported === 'saved') toastSuccess('Saved. It goes when network comes back');
      if (reported === 'held') {
        toastWarning('This phone cannot save it. Keep the game open until network comes back.');
      }
      onClose();
    },
    onError: toastReportFault,
  });
  return (
    <ReportSheet
      title={`What is wrong with question ${number}?`}
      reasons={QUESTION_REPORT_REASONS.map((reason) => [reason, REASONS[reason]] as const)}
      report={report}
      onClose={onClose}
    />
  );
}

/** The questions that were reported in this visit. */
export const reportedAtom = atom<readonly string[]>([]);

/** How a report went: sent to the server, saved on the phone, or held while the app is open. */
type Reported = 'sent' | 'saved' | 'held';

/**
 * Reports a question (help.md#reports-of-questions). If the server does not answer, or does not have the
 * round's result yet, the outbox sends the report with the same key. Throws ApiError if the report is
 * refused.
 */
async function reportQuestion(
  questionId: string,
  report: QuestionReport,
  playerId: string,
): Promise<Reported> {
  const key = newKey();
  // A phone that knows that it has no network does not wait 30 seconds for an answer.
  if (navigator.onLine) {
    try {
      await playerCall(postQuestionReport, { params: { id: questionId }, body: report, key });
      return 'sent';
    } catch (error) {
      if (!isUnanswered(error) && !isApiError(error, 'round/open')) throw error;
    }
  }
  if (!isSignedInAs(playerId)) throw new ApiError('You are signed out', 401, 'session/required');
  const isSaved = await queueEntry(reportEntry(questionId, report, playerId, key, Date.now()));
  return isSaved ? 'saved' : 'held';
}
