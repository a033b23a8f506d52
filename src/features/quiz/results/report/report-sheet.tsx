import { useMutation } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { Button } from '../../../../components/button.tsx';
import { Dialog } from '../../../../components/dialog.tsx';
import { toastError, toastSuccess, toastWarning } from '../../../../components/toast.ts';
import {
  QUESTION_REPORT_REASONS,
  type QuestionReportReason,
} from '../../../../contract/question-reports.ts';
import { isApiError } from '../../../../lib/errors.ts';
import { reportQuestion } from '../../api/report-question.ts';
import styles from './report-sheet.module.css';
import { reportedAtom } from './reported.ts';

const REASONS: Record<QuestionReportReason, string> = {
  'wrong-answer': 'The answer is wrong',
  'two-right': 'Two answers are right',
  unclear: 'I cannot understand it',
  old: 'It is too old',
};

export type Reporting = { questionId: string; roundId: string; playerId: string };

type Props = Reporting & { number: number; onClose: () => void };

/** What can be wrong with a question: one tap reports it (flows.md#reports-of-questions). */
export function ReportSheet({ questionId, roundId, playerId, number, onClose }: Props) {
  const setReported = useSetAtom(reportedAtom);
  const report = useMutation({
    // The outbox takes it without a line.
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
    onError: (error) => {
      // Signed out: the guard says so.
      if (isApiError(error) && error.status === 401) return;
      const isTooMany = isApiError(error, 'rate/limited');
      toastError(isTooMany ? error.message : 'Your report could not be sent. Please try again.');
    },
  });
  return (
    <Dialog variant="sheet" title={`What is wrong with question ${number}?`} onClose={onClose}>
      <div className={styles.reasons}>
        {QUESTION_REPORT_REASONS.map((reason) => (
          <Button
            key={reason}
            colour="line"
            loading={report.isPending && report.variables === reason}
            disabled={report.isPending && report.variables !== reason}
            onClick={() => report.mutate(reason)}
          >
            {REASONS[reason]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
