import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import styles from './leave-dialog.module.css';

type Props = { onStay: () => void; onLeave: () => void };

/** Leaving is asked first, in these words (decision 41). The clock runs on. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <Dialog title="Leave the round?" centred onClose={onStay}>
      <p className={styles.lead}>The coins of the questions you have seen are spent</p>
      <div className={styles.buttons}>
        <Button onClick={onStay}>Keep playing</Button>
        <Button colour="danger" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </Dialog>
  );
}
