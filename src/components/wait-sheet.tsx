import { Spinner } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

/** A drawer that is shown while its contents are loading. */
export function WaitSheet({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Dialog variant="sheet" title={title} onClose={onClose}>
      <p className={styles.wait} role="status">
        <Spinner /> Please wait
      </p>
    </Dialog>
  );
}
