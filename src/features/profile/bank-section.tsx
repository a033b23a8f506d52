import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, cx, LinkButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { Notice } from '../../components/notice.tsx';
import { Skeleton } from '../../components/page.tsx';
import { Hint } from '../../components/rows.tsx';
import { useLoaded } from '../../components/screens.tsx';
import { BANK_ANCHOR } from '../../config/paths.ts';
import type { BankAccount } from '../../contract/banks.ts';
import { serverTime } from '../../lib/server-clock.ts';
import { shownRead } from '../../lib/shown-read.ts';
import { dayAndTimeText } from '../../lib/time.ts';
import { useNetwork } from '../../offline/use-reachable.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import styles from './bank-section.module.css';
import { bankAccountQuery } from './banks.ts';

const loadDialog = () => import('./bank-dialog.tsx').then((part) => part.BankDialog);

/** Shows the bank account for the player's cash, and lets them add or change it (profile.md#bank-account). */
export function BankSection() {
  const line = useNetwork();
  const player = useSignedInPlayer();
  const read = useQuery(bankAccountQuery(player.id));
  const [isOpen, setOpen] = useState(false);
  const BankDialog = useLoaded(isOpen ? loadDialog : null);
  const heading = useLinked();
  const { data: bank } = read;
  const hasFailed = read.isError || (read.failureCount > 0 && !navigator.onLine);
  const open = () => setOpen(true);
  const isComing = isOpen && !BankDialog;

  return (
    <section aria-labelledby={BANK_ANCHOR}>
      <div className={styles.head}>
        <h2 ref={heading} id={BANK_ANCHOR} tabIndex={-1} className={styles.title}>
          Bank account
        </h2>
        {bank && <LinkButton onClick={open}>Change</LinkButton>}
      </div>
      {bank && (
        <div className={styles.line}>
          <NetworkStrip line={line} reads={[{ ...shownRead(read), isError: hasFailed }]} inset />
        </div>
      )}
      {bank === undefined && hasFailed && (
        <Notice
          kind="warn"
          icon="wifi-off"
          role="status"
          title="Your bank account could not be loaded"
          action={
            <Button
              size="sm"
              colour="line"
              loading={read.isFetching}
              onClick={() => void read.refetch({ cancelRefetch: false })}
            >
              Try again
            </Button>
          }
        />
      )}
      {bank === undefined && !hasFailed && <Skeleton shape="block" className={styles.waiting} />}
      {bank && <BankCard bank={bank} now={serverTime()} />}
      {bank === null && (
        <Button colour="line" icon="plus" loading={isComing} onClick={open}>
          Add bank account
        </Button>
      )}
      {BankDialog && (
        <BankDialog player={player} isChange={Boolean(bank)} onClose={() => setOpen(false)} />
      )}
    </section>
  );
}

/** Scrolls to this section for a player who came by a link to it, from a round's result for example. */
function useLinked() {
  const { hash } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hash !== `#${BANK_ANCHOR}`) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [hash]);
  return heading;
}

type BankCardProps = { bank: BankAccount; now: number };

/** Shows the account with the last digits of its number; `now` is in epoch milliseconds. */
function BankCard({ bank: { bankName, acctNumber, acctName, heldUntil }, now }: BankCardProps) {
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
