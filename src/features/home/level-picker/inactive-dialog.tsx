import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { User } from '../../../contract/user.ts';
import { PlanChoice } from '../coins/plan-choice.tsx';
import styles from './inactive-dialog.module.css';

type Props = { player: User; onDone: () => void; onLeave: () => void };

/** The two plans by airtime, or home (flows.md#your-subscription-has-ended). */
export function InactiveDialog({ player, onDone, onLeave }: Props) {
  return (
    <Dialog title="Your subscription has ended" centred blocking>
      <PlanChoice player={player} onDone={onDone} />
      <div className={styles.leave}>
        <Button colour="line" onClick={onLeave}>
          Go Home
        </Button>
      </div>
    </Dialog>
  );
}
