import { useEffect, useState } from 'react';
import { Toaster } from '../components/toaster.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { hasEntries } from '../outbox/has-entries.ts';
import { usePlayer } from '../session/use-player.ts';
import { NewVersionCard } from './new-version-card.tsx';
import { useMemoryWarning } from './use-memory-warning.ts';

const loadOutboxHost = () => import('./outbox-host.tsx').then(({ OutboxHost }) => OutboxHost);

/** What runs behind every screen: toasts, the offer of a new version, the outbox. */
export function Background() {
  const player = usePlayer();
  const hasWaiting = useHasWaiting();
  useMemoryWarning();
  const OutboxHost = useLoaded(player || hasWaiting ? loadOutboxHost : null);
  return (
    <>
      <Toaster />
      <NewVersionCard />
      {OutboxHost && <OutboxHost />}
    </>
  );
}

/** Whether a visitor's phone holds results of somebody who signed out: only then it sends. */
function useHasWaiting(): boolean {
  const [hasWaiting, setHasWaiting] = useState(false);
  useEffect(() => {
    void hasEntries().then(setHasWaiting);
  }, []);
  return hasWaiting;
}
