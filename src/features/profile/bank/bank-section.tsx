import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Button, LinkButton } from '../../../components/button.tsx';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { useLoaded } from '../../../components/use-loaded.ts';
import { BANK_ANCHOR } from '../../../config/paths.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { shownRead } from '../../../lib/shown-read.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { bankAccountQuery } from '../api/banks.ts';
import { BankCard } from './bank-card.tsx';
import styles from './bank-section.module.css';

const loadDialog = () => import('./bank-dialog.tsx').then((part) => part.BankDialog);

/** Where the player's cash goes, and the way to add or change it (flows.md#bank-account). */
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

/** Brings the part into sight for whoever was led to it, by a round's result for example. */
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
