import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';

type Props = { onStay: () => void; onLeave: () => void };

/** Leaving is asked first, in these words (game.md#leaving-a-round). The clock runs on. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <ChoiceDialog
      title="Leave the round?"
      lead="The coins of the questions you have seen are spent"
      onClose={onStay}
    >
      <Button onClick={onStay}>Keep playing</Button>
      <Button colour="danger" onClick={onLeave}>
        Leave
      </Button>
    </ChoiceDialog>
  );
}
