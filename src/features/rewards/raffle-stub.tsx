import type { ReactNode } from 'react';
import { cx } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './raffle-stub.module.css';

type Props = { code: string; isWinner?: boolean; children?: ReactNode };

/** Shows the code of a raffle ticket, with the children next to it. */
export function RaffleStub({ code, isWinner = false, children }: Props) {
  return (
    <div className={cx(styles.stub, isWinner && styles.winner)}>
      <Icon name="ticket" className={styles.icon} />
      <p className={styles.text}>
        <b>{code}</b> {children && <span>{children}</span>}
      </p>
    </div>
  );
}
