import { Notice } from '../../../components/notice.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import type { Claim } from '../../../contract/payments.ts';
import { shortReference } from '../../../lib/short-reference.ts';
import { dayText } from '../../../lib/time.ts';
import { formatNumber } from '../../../rules/numbers.ts';
import styles from './claim-notice.module.css';

type Props = { claim: Claim; now: number };

/** What the player owes of a payment that was taken back (flows.md#what-went-wrong-is-undone). */
export function ClaimNotice({ claim: { coins, tickets, reference, at }, now }: Props) {
  const isTicket = Boolean(tickets);
  const isOne = coins === 1;
  const [owed, used] = isTicket
    ? ['1 ticket of Millionaire Rush', 'this ticket was played']
    : isOne
      ? ['1 coin', 'this coin was spent']
      : [`${formatNumber(coins)} coins`, 'these coins were spent'];
  return (
    <div className={styles.claim}>
      <Notice kind="warn" title={`You owe ${owed}`}>
        Payment {shortReference(reference)} was taken back on {dayText(Date.parse(at), now)}, but{' '}
        {used} already. You can play and buy as before, but no prize money is paid to you until this
        is settled. Write to us to settle it. We take no {isTicket ? 'ticket' : 'coins'} for it by
        ourselves.
        <PageLink to={paths.contact} className={styles.contact}>
          Contact Us
        </PageLink>
      </Notice>
    </div>
  );
}
