import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Terms } from './terms.tsx';

type Props = { onClose: () => void };

/** The terms dialog of the landing (pages.md#landing). */
export function TermsDialog({ onClose }: Props) {
  return (
    <Dialog title="Terms & Condition" onClose={onClose}>
      <Terms />
      <Button colour="line" onClick={onClose}>
        Back
      </Button>
    </Dialog>
  );
}
