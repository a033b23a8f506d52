import { Button } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';

type Props = { title: string; lead: string; onStay: () => void; onLeave: () => void };

/** Leaving is asked first. No clock runs. */
export function LeaveDialog({ title, lead, onStay, onLeave }: Props) {
  return (
    <ChoiceDialog title={title} lead={lead} onClose={onStay}>
      <Button onClick={onStay}>Keep playing</Button>
      <Button colour="danger" onClick={onLeave}>
        Leave
      </Button>
    </ChoiceDialog>
  );
}
