import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';
import { EmptyPodium, WarningSign } from './empty-state-art.tsx';

type Props = {
  art?: 'podium' | 'warning';
  title: string;
  help?: ReactNode;
  /** The text of its one button. */
  action?: string | undefined;
  onAction?: (() => void) | undefined;
  heading?: 'h1' | 'h2';
  /** More buttons below. */
  children?: ReactNode;
};

export function EmptyState({
  art = 'warning',
  title,
  help,
  action,
  onAction,
  heading: Heading = 'h2',
  children,
}: Props) {
  return (
    <div className={styles.empty}>
      {art === 'podium' ? <EmptyPodium /> : <WarningSign />}
      <Heading className={styles.title}>{title}</Heading>
      {help && <p className={styles.help}>{help}</p>}
      {action && onAction && (
        <Button size="sm" onClick={onAction}>
          {action}
        </Button>
      )}
      {children}
    </div>
  );
}
