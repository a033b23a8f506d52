import type { ReactNode } from 'react';
import { cx } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import styles from './notice.module.css';

const ICON: Record<Kind, IconName> = { info: 'info', warn: 'warn', ok: 'check', bad: 'warn' };

type Kind = 'info' | 'warn' | 'ok' | 'bad';

type Props = {
  kind?: Kind;
  icon?: IconName | undefined;
  title?: string | undefined;
  children?: ReactNode;
  /** The notice reaches from edge to edge, below the bar. */
  flat?: boolean | undefined;
  action?: ReactNode;
  /** `status` or `alert` for a notice that appears while the screen is in use. */
  role?: 'status' | 'alert' | undefined;
};

export function Notice({ kind = 'info', icon, title, children, flat, action, role }: Props) {
  return (
    <div className={cx(styles.notice, styles[kind], flat && styles.flat)} role={role}>
      <Icon name={icon ?? ICON[kind]} className={styles.icon} />
      <div className={styles.text}>
        {title && <b className={styles.title}>{title}</b>}
        {children}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
