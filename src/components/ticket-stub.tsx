import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './ticket-stub.module.css';

type Props = { className?: string | undefined; children: ReactNode };

/** The end of a ticket, behind its tear line; the ticket cuts off what stands out (`overflow: hidden`). */
export function TicketStub({ className, children }: Props) {
  return <div className={cx(styles.stub, className)}>{children}</div>;
}
