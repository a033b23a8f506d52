import type { ReactNode } from 'react';
import styles from './choice-dialog.module.css';
import { Dialog } from './dialog.tsx';

type Props = {
  title: string;
  lead: ReactNode;
  /** Missing where only the buttons lead out. */
  onClose?: () => void;
  children: ReactNode;
};

/** A dialog that says one thing, with the ways on below each other. */
export function ChoiceDialog({ title, lead, onClose, children }: Props) {
  return (
    <Dialog title={title} centred blocking={!onClose} onClose={onClose}>
      <p className={styles.lead}>{lead}</p>
      <div className={styles.ways}>{children}</div>
    </Dialog>
  );
}
