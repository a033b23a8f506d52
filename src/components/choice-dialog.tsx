import type { ReactNode } from 'react';
import styles from './choice-dialog.module.css';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  lead: ReactNode;
  /** Missing if only the dialog's buttons close it. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog with one message, and buttons for the choices below each other. */
export function ChoiceDialog({ title, lead, onClose, children }: Props) {
  return (
    <Dialog title={title} centred blocking={!onClose} onClose={onClose}>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.ways}>{children}</div>
    </Dialog>
  );
}
