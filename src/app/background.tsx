import { useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import { useLoaded } from '../components/screens.tsx';
import { toastSuccess } from '../components/toast.ts';
import { Toaster } from '../components/toaster.tsx';
import { LEFT_KEY } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';
import { registerServiceWorker, takeOverAtom } from '../offline/service-worker.ts';
import { whenQuiet } from '../offline/when-quiet.ts';
import { hasEntries } from '../outbox/has-entries.ts';
import { usePlayer } from '../session/session.ts';

const loadOutboxHost = () => import('./outbox-host.tsx').then(({ OutboxHost }) => OutboxHost);
const loadIdle = () => import('./idle.tsx').then((part) => part.Idle);

/**
 * The work in the background of every screen: toasts, the outbox, the offline copy, and work that can
 * wait.
 */
export function Background() {
  const player = usePlayer();
  const hasWaiting = useHasWaiting();
  const hasOutbox = Boolean(player) || hasWaiting;
  useEffect(sayLeft, []);
  const setTakeOver = useSetAtom(takeOverAtom);
  useEffect(() => registerServiceWorker(setTakeOver), [setTakeOver]);
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => whenQuiet(() => setQuiet(true)), []);
  const Idle = useLoaded(isQuiet ? loadIdle : null);
  const OutboxHost = useLoaded(hasOutbox ? loadOutboxHost : null);
  return (
    <>
      <Toaster />
      {OutboxHost && <OutboxHost />}
      {Idle && <Idle hasOutbox={hasOutbox} />}
    </>
  );
}

/** Says once, on the landing, that the player has logged out or that the account is deleted. */
function sayLeft(): void {
  const kept = keptText('sessionStorage', LEFT_KEY);
  const left = kept.get();
  kept.forget();
  if (left) toastSuccess(left === 'deleted' ? 'Your account is deleted' : 'You are logged out');
}

/**
 * Whether this phone holds results of a player who signed out. They are sent although nobody is signed
 * in.
 */
function useHasWaiting(): boolean {
  const [hasWaiting, setHasWaiting] = useState(false);
  useEffect(() => {
    void hasEntries().then(setHasWaiting);
  }, []);
  return hasWaiting;
}
