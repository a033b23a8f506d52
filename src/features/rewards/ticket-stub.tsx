import type { ReactNode } from 'react';
import { cx } from '../../components/cx.ts';
import { Icon } from '../../components/icon.tsx';
import styles from './ticket-stub.module.css';

type Props = { code: string; isWinner?: boolean; children?: ReactNode };

/** A raffle ticket by its code; what it was earned by, or wins, stands at its end. */
export function TicketStub({ code, isWinner = false, children }: Props) {
  return (
    <div className={cx(styles.stub, isWinner && styles.winner)}>
      <Icon name="ticket" className={styles.icon} />
      <b>{code}</b>
      {children && <span className={styles.end}>{children}</span>}
    </div>
  );
}
