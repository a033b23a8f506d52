import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';

type Props = { isLeaving: boolean; onStay: () => void; onLeave: () => void };

/** Leaving is asked first: the ticket is played then. The clock runs on. */
export function LeaveDialog({ isLeaving, onStay, onLeave }: Props) {
  return (
    <ChoiceDialog
      title="Leave the run?"
      lead="Your ticket is used. The points you have won count."
      {...(!isLeaving && { onClose: onStay })}
    >
      <Button disabled={isLeaving} onClick={onStay}>
        Keep playing
      </Button>
      <Button colour="danger" loading={isLeaving} onClick={onLeave}>
        Leave
      </Button>
    </ChoiceDialog>
  );
}
