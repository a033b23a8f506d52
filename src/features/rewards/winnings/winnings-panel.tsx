import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Icon } from '../../../components/icon.tsx';
import { NetworkStrip } from '../../../components/network-strip.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { paths } from '../../../config/paths.ts';
import type { Payout } from '../../../contract/payouts.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { shownRead } from '../../../lib/shown-read.ts';
import { useNetwork } from '../../../offline/use-reachable.ts';
import { formatKobo } from '../../../rules/money.ts';
import { CASH_HOURS } from '../../../rules/prizes.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { type Payouts, payoutsQuery } from '../api/payouts.ts';
import { Trio } from '../trio.tsx';
import { Unread } from '../unread.tsx';
import { PayoutCard } from './payout-card.tsx';
import { inOrder, standingOf, sumOf } from './standing.ts';
import styles from './winnings-panel.module.css';

/** The player's prizes, from won to paid (flows.md#my-winnings). */
export function WinningsPanel() {
  const line = useNetwork();
  const { id } = useSignedInPlayer();
  // What was mended on another page shows at once.
  const read = useQuery({ ...payoutsQuery(id), staleTime: 0 });
  const navigate = useNavigate();
  return (
    <>
      <NetworkStrip line={line} reads={[shownRead(read)]} />
      <div className={styles.panel}>
        {read.data ? (
          <Prizes {...read.data} />
        ) : (
          <Unread what="Your winnings" read={read}>
            <Loading />
          </Unread>
        )}
        {read.data?.payouts.length === 0 && (
          <EmptyState
            art={<Icon name="cash" size={64} />}
            title="No wins yet"
            help="What you win is shown here, up to the day it is paid."
            action="Play now"
            onAction={() => navigate(paths.home)}
          />
        )}
        {!read.isPending && (
          <PageLink to={paths.fairness} className={styles.link ?? ''}>
            How we check winners
          </PageLink>
        )}
      </div>
    </>
  );
}

function Prizes({ payouts, proof }: Payouts) {
  const mended = useMended(payouts);
  const now = serverTime();
  if (payouts.length === 0) return null;
  const listed = inOrder(payouts);
  const firstHeld = listed.find((payout) => standingOf(payout) === 'held');
  return (
    <>
      <Trio
        figures={[
          { name: 'Paid to you', value: formatKobo(sumOf(payouts, ['paid'])), isGold: true },
          { name: 'On its way', value: formatKobo(sumOf(payouts, ['on-its-way', 'checking'])) },
          { name: 'Held', value: formatKobo(sumOf(payouts, ['held'])) },
        ]}
      />
      <p className={styles.hint}>
        After the check, cash takes {CASH_HOURS.least} to {CASH_HOURS.most} hours.
      </p>
      <ul className={styles.list}>
        {listed.map((payout) => (
          <PayoutCard
            key={payout.reference}
            payout={payout}
            proof={proof}
            now={now}
            isFirst={payout === firstHeld}
            isMended={mended.has(payout.reference)}
          />
        ))}
      </ul>
    </>
  );
}

/** The prizes that were held when this page first showed them, or later, and no longer are. */
function useMended(payouts: readonly Payout[]): ReadonlySet<string> {
  const held = useRef(new Set<string>());
  const mended = new Set<string>();
  for (const payout of payouts) {
    const standing = standingOf(payout);
    if (standing === 'held') held.current.add(payout.reference);
    else if (standing !== 'over' && held.current.has(payout.reference))
      mended.add(payout.reference);
  }
  return mended;
}

function Loading() {
  return (
    <div className={styles.list}>
      <Skeleton shape="block" className={styles.sums} />
      <Skeleton shape="block" className={styles.card} />
      <Skeleton shape="block" className={styles.card} />
    </div>
  );
}
