import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './empty-state.module.css';

type Props = {
  /** A drawing. What failed has the warning sign instead, and nothing else has. */
  art?: ReactNode;
  isError?: boolean;
  title: string;
  help?: ReactNode;
  action?: string | undefined;
  onAction?: (() => void) | undefined;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
};

export function EmptyState({
  art,
  isError = false,
  title,
  help,
  action,
  onAction,
  heading: Heading = 'h2',
  children,
}: Props) {
  return (
    <div className={styles.empty}>
      {isError ? <WarningSign /> : art}
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

function WarningSign() {
  return (
    <svg viewBox="0 0 88 88" width="88" height="88" aria-hidden="true">
      <path className={styles.sign} d="M44 6l42 74H2z" />
      <path className={styles.stroke} d="M39 32h10l-2 26h-6zM39.5 62h9v9h-9z" />
    </svg>
  );
}
