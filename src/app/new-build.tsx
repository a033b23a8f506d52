import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { paths } from '../config/paths.ts';
import { proofLock, RELOADED_KEY, roundLock, rushLock } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';
import { takeOverAtom } from '../offline/service-worker.ts';
import styles from './new-build.module.css';

/** The beginnings of the lock names that a tab holds while it plays a game against a clock. */
const GAME_LOCKS = [roundLock(''), rushLock(''), proofLock('')];

/**
 * Reloads the page, once in a visit, when a file of its build is missing because the server no longer
 * has that build (offline.md#new-versions). Gives the way to stop.
 */
export function reloadOnceGone(reload: () => void): () => void {
  const onMissing = () => void leaveGoneBuild(reload);
  addEventListener('vite:preloadError', onMissing);
  return () => removeEventListener('vite:preloadError', onMissing);
}

async function leaveGoneBuild(reload: () => void): Promise<void> {
  if (reloaded.get() !== null || !(await isBuildGone()) || (await isGamePlayed()) || !noteReload())
    return;
  // The old worker would serve the same build again. The reloaded page registers a new worker.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await worker?.unregister().catch(() => false);
  reload();
}

/**
 * Asks the server, not the copy on the phone, for the build's first file. Offline, the build does not
 * count as gone.
 */
async function isBuildGone(): Promise<boolean> {
  const first = document.querySelector<HTMLScriptElement>('script[type=module][src]');
  if (!first) return false;
  try {
    const { status } = await fetch(first.src, { method: 'HEAD', cache: 'no-store' });
    return status === 404;
  } catch {
    return false;
  }
}

/** Whether a game is being played in any tab. Where the browser cannot tell, the answer is yes. */
async function isGamePlayed(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name = '' }) => GAME_LOCKS.some((lock) => name.startsWith(lock)));
  } catch {
    return true;
  }
}

const reloaded = keptText('sessionStorage', RELOADED_KEY);

/** Notes the reload. Gives whether it is the first one and the phone keeps the note. */
function noteReload(): boolean {
  return reloaded.get() === null && reloaded.set('yes');
}

/** Offers a new version that waits, but never during a round (design.md#loading-empty-offline). */
export function NewVersionCard() {
  const takeOver = useAtomValue(takeOverAtom);
  const [isTaking, setTaking] = useState(false);
  const { pathname } = useLocation();
  if (!takeOver || matchPath(paths.quiz, pathname)) return null;
  return (
    <section className={styles.card} role="status">
      <p>New version ready</p>
      <Button
        size="sm"
        loading={isTaking}
        onClick={() => {
          setTaking(true);
          takeOver.now();
        }}
      >
        Update
      </Button>
    </section>
  );
}
