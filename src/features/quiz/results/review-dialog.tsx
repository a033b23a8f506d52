import type { ReactNode } from 'react';
import { Button } from '../../../components/button.tsx';
import { Tag } from '../../../components/chip.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Icon } from '../../../components/icon.tsx';
import { unbroken } from '../../../components/unbroken.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { env } from '../../../config/env.ts';
import type { Picture as PictureData } from '../../../contract/picture.ts';
import type { Question } from '../../../contract/rounds.ts';
import type { SavedRound } from '../../../round/saved-round.ts';
import { isRightAnswer, type RoundState, type TranscriptRow } from '../../../rules/round.ts';
import { ReportButton } from './report/report-button.tsx';
import styles from './review-dialog.module.css';

type Props = {
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
  import('../../../components/picture/picture.tsx').then((part) => part.Picture);

/** Questions left before they were shown stay unknown: they were not paid for. */
export function ReviewDialog({ round: { issued, playerId }, state, onClose }: Props) {
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
  /** What can be done about it. */
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
