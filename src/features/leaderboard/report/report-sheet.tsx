import { useMutation } from '@tanstack/react-query';
import { Avatar } from '../../../components/avatar.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import type { BoardRow } from '../../../contract/boards.ts';
import { REPORT_REASONS, type ReportReason } from '../../../contract/profile.ts';
import { isApiError, isNetworkError, NO_NETWORK_MESSAGE } from '../../../lib/errors.ts';
import { reportPlayer } from '../api/report-player.ts';
import { nameOnBoard } from '../board/names-on-board.ts';
import styles from './report-sheet.module.css';

const ACTIONS: Record<ReportReason, string> = {
  picture: 'Report picture',
  name: 'Report name',
  other: 'Report something else',
};

type Props = { row: BoardRow; onClose: () => void };

/** A player as the board shows them, and the ways to report that (flows.md#report-on-boards). */
export function ReportSheet({ row, onClose }: Props) {
  const { userId: id, fmuser } = row;
  const report = useMutation({
    mutationFn: (reason: ReportReason) => reportPlayer(id, reason),
    onSuccess: () => {
      toastSuccess('Reported. Thank you: we will look at it');
      onClose();
    },
    onError: (error) => {
      // Signed out: the guard says so.
      if (isApiError(error) && error.status === 401) return;
      toastError(faultOf(error));
      if (isApiError(error, 'player/unknown')) onClose();
    },
  });
  const shown = { picture: fmuser.image, name: fmuser.name?.trim(), other: true };

  return (
    <Dialog
      variant="sheet"
      title={
        <span dir="auto" translate="no">
          {nameOnBoard(row)}
        </span>
      }
      head={<Avatar id={id} name={nameOnBoard(row)} image={fmuser.image} size="lg" />}
      onClose={onClose}
    >
      <p className={styles.lead}>
        Is something here not fit for a board? Report it and we look at it. The player is not told.
      </p>
      <div className={styles.ways}>
        {REPORT_REASONS.filter((reason) => shown[reason]).map((reason) => (
          <Button
            key={reason}
            colour="line"
            icon="flag"
            loading={report.isPending && report.variables === reason}
            disabled={report.isPending && report.variables !== reason}
            onClick={() => report.mutate(reason)}
          >
            {ACTIONS[reason]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

function faultOf(error: unknown): string {
  if (isNetworkError(error)) return NO_NETWORK_MESSAGE;
  if (isApiError(error, 'player/unknown')) return 'This player has left the game';
  if (isApiError(error, 'rate/limited')) return error.message;
  return 'Your report could not be sent. Please try again.';
}
