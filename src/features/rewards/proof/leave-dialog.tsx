import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';

type Props = { onStay: () => void; onLeave: () => void };

/** Leaving is asked first: the clock of this question runs on, the others wait. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <ChoiceDialog
      title="Leave the questions?"
      lead="The clock of this question runs on. You can go on from My winnings."
      onClose={onStay}
    >
      <Button onClick={onStay}>Keep playing</Button>
      <Button colour="danger" onClick={onLeave}>
        Leave
      </Button>
    </ChoiceDialog>
  );
}
