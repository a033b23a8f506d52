import { cx } from '../../../components/cx.ts';
import { Hint } from '../../../components/hint.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { BankAccount } from '../../../contract/banks.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import styles from './bank-card.module.css';

type Props = { bank: BankAccount; now: number };

/** The account with the last digits of its number; `now` is in epoch milliseconds. */
export function BankCard({ bank: { bankName, acctNumber, acctName, heldUntil }, now }: Props) {
  const heldAt = heldUntil === null ? 0 : Date.parse(heldUntil);
  return (
    <>
      <div className={cx('on-night', styles.card)}>
        <svg
          viewBox="0 0 328 150"
          preserveAspectRatio="xMaxYMid slice"
          className={styles.box}
          aria-hidden="true"
        >
          <path d="M340 22h-84v106h84M340 50h-38v50h38M256 51a36 36 0 0 0 0 48" />
        </svg>
        <p className={styles.bank}>
          <Icon name="bank" className={styles.icon} />
          {bankName}
        </p>
        <p className={styles.number} role="img" aria-label={`Account number ending ${acctNumber}`}>
          •••• ••• {acctNumber}
        </p>
        <p className={styles.small}>Account name</p>
        <p translate="no">{acctName}</p>
      </div>
      <Hint icon={heldAt > now ? 'clock' : 'check'}>
        {heldAt > now
          ? `New account. Payments wait until ${dayAndTimeText(heldAt, now)}, to keep your money safe.`
          : 'We pay your cash here, 24 to 48 hours after it is approved.'}
      </Hint>
    </>
  );
}
