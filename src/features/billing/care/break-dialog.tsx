import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { newKey } from '../../../lib/new-key.ts';
import { serverTime } from '../../../lib/server-clock.ts';
import { dayAndTimeText } from '../../../lib/time.ts';
import { DAY_MS } from '../../../rules/calendar.ts';
import type { BreakDays } from '../../../rules/care.ts';
import { useSetCare } from '../api/use-set-care.ts';
import styles from './care-card.module.css';

type Props = {
  playerId: string;
  /** Those that are longer than the break that runs. */
  breaks: readonly BreakDays[];
  isRenewedByNetwork: boolean;
  onClose: () => void;
};

/** Asks once before a break from buying, which nobody can end early. */
export function BreakDialog({ playerId, breaks, isRenewedByNetwork, onClose }: Props) {
  const [openedAt] = useState(serverTime);
  const [chosen, setChosen] = useState(breaks[0] ?? 1);
  const take = useSetCare(playerId, onClose);
  const until = dayAndTimeText(openedAt + chosen * DAY_MS, openedAt);
  return (
    <Dialog title="Take a break?" onClose={onClose}>
      <Tabs
        look="segments"
        label="How long?"
        tabs={breaks.map((days) => ({ value: `${days}`, label: nameOf(days) }))}
        value={`${chosen}`}
        onChange={(value) => setChosen(breaks.find((days) => `${days}` === value) ?? chosen)}
      >
        <div className={styles.choice}>
          <p>
            Until <b>{until}</b> you buy nothing, and no plan renews. You can go on playing.
          </p>
          <p>
            <b>You cannot end it early.</b>
            {isRenewedByNetwork &&
              ' Your network may renew its plan by itself: Cancel Subscription ends that.'}
          </p>
          <Button
            loading={take.isPending}
            onClick={() => take.mutate({ body: { breakDays: chosen }, key: newKey() })}
          >
            Take a break for {nameOf(chosen)}
          </Button>
          <Button colour="line" disabled={take.isPending} onClick={onClose}>
            Not now
          </Button>
        </div>
      </Tabs>
    </Dialog>
  );
}

function nameOf(days: BreakDays): string {
  return days === 1 ? '1 day' : `${days} days`;
}
