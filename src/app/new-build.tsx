import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { Button } from '../components/button.tsx';
import { paths } from '../config/paths.ts';
import { proofLock, RELOADED_KEY, roundLock, rushLock } from '../config/storage-keys.ts';
import { keptText } from '../lib/kept.ts';
import { takeOverAtom } from '../offline/service-worker.ts';
import styles from './new-build.module.css';

/** Held by the tab that plays a game against a clock. */
const GAME_LOCKS = [roundLock(''), rushLock(''), proofLock('')];

/**
 * Has the page reload once in a visit where a file of its build is missing because the server has that
 * build no more (offline.md#new-versions); gives a function that stops that.
 */
export function reloadOnceGone(reload: () => void): () => void {
  const onMissing = () => void leaveGoneBuild(reload);
  addEventListener('vite:preloadError', onMissing);
  return () => removeEventListener('vite:preloadError', onMissing);
}

async function leaveGoneBuild(reload: () => void): Promise<void> {
  if (reloaded.get() !== null || !(await isBuildGone()) || (await isGamePlayed()) || !noteReload())
    return;
  // It would bring the same build up again; the page that comes makes itself another.
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await worker?.unregister().catch(() => false);
  reload();
}

/** Asks for the build's first file, past the copy on the phone: without a line nothing is gone. */
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

/** Whether a game is played in any tab; where the browser does not say, one may be. */
async function isGamePlayed(): Promise<boolean> {
  try {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name = '' }) => GAME_LOCKS.some((lock) => name.startsWith(lock)));
  } catch {
    return true;
  }
}

const reloaded = keptText('sessionStorage', RELOADED_KEY);

/** Notes the reload; gives whether it was the first and the note will still be there after it. */
function noteReload(): boolean {
  return reloaded.get() === null && reloaded.set('yes');
}

/** Offers a waiting version, never during a round (design.md#loading-empty-offline). */
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
