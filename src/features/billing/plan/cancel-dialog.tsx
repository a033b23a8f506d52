import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import { newKey } from '../../../lib/new-key.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { refreshPlayer } from '../../../session/session.ts';
import { cancelPlan, paymentsQuery } from '../api/payments.ts';

type Props = {
  player: User;
  /** Until when the plan is paid; `null` where the API does not tell. */
  until: string | null;
  now: number;
  onClose: () => void;
};

/** Asks before the renewal is ended (flows.md#cancelling). */
export function CancelDialog({ player, until, now, onClose }: Props) {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: cancelPlan,
    onSuccess: ({ user, token }) => {
      refreshPlayer(user, token);
      toastSuccess('Subscription cancelled successfully');
      onClose();
    },
    onError: () => toastError('Unable to cancel payment'),
    // A cancel whose answer was lost may have been made: the plan tells.
    onSettled: () => void client.invalidateQueries({ queryKey: paymentsQuery(player.id).queryKey }),
  });
  const end = until === null ? 'its end' : dayAndTimeText(Date.parse(until), now);
  return (
    <ChoiceDialog
      title="Cancel Subscription?"
      lead={
        <>
          What is paid stays yours until <b>{end}</b>. After that nothing more is charged.
        </>
      }
      onClose={onClose}
    >
      <Button colour="red" loading={cancel.isPending} onClick={() => cancel.mutate(newKey())}>
        Cancel Subscription
      </Button>
      <Button colour="line" disabled={cancel.isPending} onClick={onClose}>
        Keep my plan
      </Button>
    </ChoiceDialog>
  );
}
