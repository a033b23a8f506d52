import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { paths } from '../../../config/paths.ts';

type Props = {
  /** What leaving costs, as it stands. */
  lead: string;
  onStay: () => void;
  onEnd: () => void;
};

/** Leaving is asked first, of Back, too (game.md#leaving-a-round). A clock that runs goes on. */
export function LeaveDialog({ lead, onStay, onEnd }: Props) {
  const navigate = useNavigate();

  return (
    <ChoiceDialog title="Leave the game?" lead={lead} onClose={onStay}>
      <Button onClick={onStay}>Keep playing</Button>
      <Button colour="line" onClick={() => navigate(paths.home, { replace: true })}>
        Keep it for later
      </Button>
      <Button colour="danger" onClick={onEnd}>
        End it
      </Button>
    </ChoiceDialog>
  );
}
