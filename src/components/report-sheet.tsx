import type { ComponentProps, ReactNode } from 'react';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../lib/errors.ts';
import { Button, cx } from './button.tsx';
import { Dialog } from './dialog.tsx';
import styles from './report-sheet.module.css';
import { toastError } from './toast.ts';

type ReportSheetProps<Reason extends string> = Pick<
  ComponentProps<typeof Dialog>,
  'title' | 'head' | 'onClose'
> & {
  lead?: ReactNode;
  icon?: ComponentProps<typeof Button>['icon'];
  /** The reasons for a report, each with the words of its button. */
  reasons: readonly (readonly [Reason, string])[];
  /** The call that reports. Its state shows which reason is being sent. */
  report: { isPending: boolean; variables: Reason | undefined; mutate: (reason: Reason) => void };
};

/** A sheet with the reasons for a report. One tap on a reason reports. */
export function ReportSheet<Reason extends string>({
  lead,
  icon,
  reasons,
  report,
  ...dialog
}: ReportSheetProps<Reason>) {
  return (
    <Dialog variant="sheet" {...dialog}>
      {lead && <p className={styles.lead}>{lead}</p>}
      <div className={cx(styles.reasons, !lead && styles.alone)}>
        {reasons.map(([reason, text]) => (
          <Button
            key={reason}
            colour="line"
            icon={icon}
            loading={report.isPending && report.variables === reason}
            disabled={report.isPending && report.variables !== reason}
            onClick={() => report.mutate(reason)}
          >
            {text}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

/** Says why a report failed. After a sign-out the guard says so instead. */
export function toastReportFault(error: unknown): void {
  if (isApiError(error) && error.status === 401) return;
  if (isNetworkError(error)) toastError(NO_NETWORK_MESSAGE);
  else if (isApiError(error, 'rate/limited')) toastError(error.message);
  else toastError('Your report could not be sent. Please try again.');
}
