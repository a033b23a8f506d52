import { Dialog } from '../../components/dialog.tsx';
import styles from './install-sheet.module.css';

type Props = { steps: readonly string[]; onClose: () => void };

/** How the app is installed by a browser that does not ask by itself (flows.md#install). */
export function InstallSheet({ steps, onClose }: Props) {
  return (
    <Dialog variant="sheet" title="Install app" onClose={onClose}>
      <p className={styles.lead}>
        It opens like an app and plays without network. No store needed. In this browser:
      </p>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  );
}
