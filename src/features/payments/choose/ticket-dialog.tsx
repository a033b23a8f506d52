import { useNavigate } from 'react-router-dom';
import { Button } from '../../../components/button.tsx';
import { ChoiceDialog } from '../../../components/choice-dialog.tsx';
import { rushPlayPath } from '../../../config/paths.ts';
import { newKey } from '../../../lib/new-key.ts';

/** A ticket is paid: it leads into its run, or waits (game.md#ways-into-a-run). */
export function TicketDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const play = () => {
    onClose();
    navigate(rushPlayPath(newKey()), { state: { isValid: true } });
  };
  return (
    <ChoiceDialog
      title="Payment Successful"
      lead="Your ticket is ready. Play now, or keep it for when your network is good."
    >
      <Button colour="gold" size="lg" icon="play" onClick={play}>
        Play now
      </Button>
      <Button colour="line" onClick={onClose}>
        Later
      </Button>
    </ChoiceDialog>
  );
}
