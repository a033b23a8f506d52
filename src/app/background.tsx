import { useEffect, useState } from 'react';
import { toastSuccess } from '../components/toast.ts';
import { Toaster } from '../components/toaster.tsx';
import { useLoaded } from '../components/use-loaded.ts';
import { DELETED_KEY } from '../config/storage-keys.ts';
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
  useEffect(sayDeleted, []);
  const OutboxHost = useLoaded(player || hasWaiting ? loadOutboxHost : null);
  return (
    <>
      <Toaster />
      <NewVersionCard />
      {OutboxHost && <OutboxHost />}
    </>
  );
}

/** After an account was deleted the landing says so, once. */
function sayDeleted(): void {
  try {
    if (sessionStorage.getItem(DELETED_KEY) === null) return;
    sessionStorage.removeItem(DELETED_KEY);
  } catch {
    return;
  }
  toastSuccess('Your account is deleted');
}

/** Whether a visitor's phone holds results of somebody who signed out: only then it sends. */
function useHasWaiting(): boolean {
  const [hasWaiting, setHasWaiting] = useState(false);
  useEffect(() => {
    void hasEntries().then(setHasWaiting);
  }, []);
  return hasWaiting;
}
