import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Coin } from '../../../components/coin.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import type { Consent } from '../../../contract/payments.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { monthText } from '../../../lib/time.ts';
import { useSignedInPlayer } from '../../../session/use-player.ts';
import { consentsQuery } from '../api/consents.ts';
import { useSavedRead } from '../api/use-saved-read.ts';
import { Heading } from '../heading.tsx';
import { Panel } from '../panel.tsx';
import { ConsentCard } from './consent-card.tsx';
import styles from './consents-panel.module.css';

/** Each price that the player agreed to (flows.md#billing-tabs). */
export function ConsentsPanel() {
  const { id } = useSignedInPlayer();
  const read = useSavedRead(useQuery(consentsQuery(id)), 'Failed to retrieve your consents');
  return (
    <Panel read={read}>
      <Notice icon="lock" title="Each price you said yes to">
        No one can change this list, even us.
      </Notice>
      {read.data ? (
        <Months consents={read.data} />
      ) : (
        !read.hasFailed && (
          <div role="status" aria-label="Loading your consents">
            <Skeleton shape="block" className={styles.waiting} />
          </div>
        )
      )}
    </Panel>
  );
}

function Months({ consents }: { consents: Consent[] }) {
  const [openedAt] = useState(serverTime);
  if (consents.length === 0) {
    return (
      <div className={styles.empty}>
        <EmptyState
          art={<Coin size={72} />}
          title="You have not said yes to a price yet"
          help="Each plan and pack that you agree to buy is listed here."
        />
      </div>
    );
  }
  return monthsOf(consents, openedAt).map(({ name, said }, index) => (
    <section key={name} aria-label={name}>
      <Heading aside={index === 0 ? 'newest first' : ''}>{name}</Heading>
      <ul className={styles.cards}>
        {said.map((consent) => (
          <ConsentCard key={consent.id} consent={consent} now={openedAt} />
        ))}
      </ul>
    </section>
  ));
}

function monthsOf(consents: readonly Consent[], now: number) {
  const months: { name: string; said: Consent[] }[] = [];
  for (const consent of consents) {
    const name = monthText(Date.parse(consent.saidAt), now);
    const last = months.at(-1);
    if (last?.name === name) last.said.push(consent);
    else months.push({ name, said: [consent] });
  }
  return months;
}
