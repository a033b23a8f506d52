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

/** The work behind every screen: toasts, the outbox, the offline copy, and all that can wait. */
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

/** After a logout, or once an account was deleted, the landing says so, once. */
function sayLeft(): void {
  const kept = keptText('sessionStorage', LEFT_KEY);
  const left = kept.get();
  kept.forget();
  if (left) toastSuccess(left === 'deleted' ? 'Your account is deleted' : 'You are logged out');
}

/** Whether a visitor's phone holds results of somebody who signed out: only then it sends. */
function useHasWaiting(): boolean {
  const [hasWaiting, setHasWaiting] = useState(false);
  useEffect(() => {
    void hasEntries().then(setHasWaiting);
  }, []);
  return hasWaiting;
}
