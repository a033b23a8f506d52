import { Icon } from '../../../components/icon.tsx';
import { TicketStub } from '../../../components/ticket-stub.tsx';
import styles from './ticket-pass.module.css';

/** The tickets that are paid and not played. */
export function TicketPass({ tickets }: { tickets: number }) {
  const isOne = tickets === 1;
  return (
    <section className={styles.pass} aria-labelledby="tickets">
      <div className={styles.main}>
        <p>Paid and not played</p>
        <h2 id="tickets">{isOne ? '1 ticket is waiting' : `${tickets} tickets are waiting`}</h2>
        <p>{isOne ? 'It stays until you play it.' : 'The oldest is played first.'}</p>
      </div>
      <TicketStub className={styles.stub}>
        <Icon name="ticket" size={40} />
      </TicketStub>
    </section>
  );
}
