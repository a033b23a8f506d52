import { Spinner } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

/** A drawer whose contents are still on their way. */
export function WaitSheet({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog variant="sheet" title={title} onClose={onClose}>
      <p className={styles.wait} role="status">
        <Spinner /> Please wait
      </p>
    </Dialog>
  );
}
