import type { ReactNode } from 'react';
import styles from './hint.module.css';
import { Icon, type IconName } from './icon.tsx';

/** A quiet line below what it is about. */
export function Hint({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className={styles.hint}>
      <Icon name={icon} size={18} />
      <span>{children}</span>
    </p>
  );
}
