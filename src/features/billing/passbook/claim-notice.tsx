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
export function ClaimNotice({ claim: { coins, reference, at }, now }: Props) {
  const owed = `${formatNumber(coins)} ${coins === 1 ? 'coin' : 'coins'}`;
  return (
    <div className={styles.claim}>
      <Notice kind="warn" title={`You owe ${owed}`}>
        Payment {shortReference(reference)} was taken back on {dayText(Date.parse(at), now)}, but{' '}
        {coins === 1 ? 'this coin was' : 'these coins were'} spent already. You can play and buy as
        before, but no prize money is paid to you until this is settled. Write to us to settle it.
        We take no coins for it by ourselves.
        <PageLink to={paths.contact} className={styles.contact}>
          Contact Us
        </PageLink>
      </Notice>
    </div>
  );
}
