import { Coin } from '../../../components/coin.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { Payment } from '../../../contract/payments.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { formatKobo, nairaToKobo } from '../../../rules/money.ts';
import styles from './history.module.css';

type Props = {
  /** Missing where they could not be read. */
  payments: Payment[] | undefined;
  now: number;
};

/** What the player has paid, as the API lists it. */
export function History({ payments, now }: Props) {
  if (!payments) return null;
  return (
    <section>
      <h2 className={styles.heading}>Billing History</h2>
      <Rows payments={payments} now={now} />
    </section>
  );
}

export function HistoryLoading() {
  return (
    <div role="status" aria-label="Loading your payments">
      <Skeleton shape="block" className={styles.waiting} />
    </div>
  );
}

function Rows({ payments, now }: { payments: Payment[]; now: number }) {
  if (payments.length === 0) {
    return (
      <EmptyState
        heading="h3"
        art={<Coin size={72} />}
        title="No payments have been made yet"
        help="Plans and coins that you buy are listed here."
      />
    );
  }
  return (
    <ul className={styles.rows}>
      {payments.map(({ description, amount, createdAt }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a payment comes without an id.
        <li key={index} className={styles.row}>
          <b className={styles.what}>{description || 'Payment'}</b>
          <span className={styles.amount}>{formatKobo(nairaToKobo(amount))}</span>
          <span className={styles.when}>{dayAndTimeText(Date.parse(createdAt), now)}</span>
        </li>
      ))}
    </ul>
  );
}
