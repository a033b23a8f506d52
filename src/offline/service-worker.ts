import { atom } from 'jotai';
import { Workbox } from 'workbox-window';
import { backoffMs } from '../lib/backoff.ts';

/** A link's visitor has a first question after so long on a slow line, in milliseconds. */
const ARRIVAL_MS = 10_000;

/** Makes a new version take over, with a reload. */
export type TakeOver = { now: () => void };

/** `null` while no new version waits. */
export const takeOverAtom = atom<TakeOver | null>(null);

/**
 * Registers the worker; `onWaiting` gets the function that makes a new version take over. A visitor by
 * a link is on the way to a game: the offline copy does not hold that up (offline.md#offline-copy).
 */
export function registerServiceWorker(onWaiting: (takeOver: TakeOver) => void): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const isArrival = /^.(login|auth)/.test(location.pathname);
  setTimeout(install, isArrival ? ARRIVAL_MS : 0, onWaiting, 0);
}

/** After an install that failed the next one fetches the missing files. */
function install(onWaiting: (takeOver: TakeOver) => void, failures: number): void {
  const workbox = new Workbox('/sw.js');
  const tryAgain = () => setTimeout(install, backoffMs(failures), onWaiting, failures + 1);
  let isWhole = false;
  workbox.addEventListener('waiting', () => {
    const now = () => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    };
    onWaiting({ now });
  });
  workbox.addEventListener('installed', () => {
    isWhole = true;
  });
  workbox.addEventListener('redundant', () => {
    // One that was whole gave way to another, or was retired (trouble.md#the-service-worker).
    if (!isWhole && !navigator.serviceWorker.controller) tryAgain();
  });
  workbox.register().catch((error: unknown) => {
    // Refused in private windows and where site data is blocked: the game plays on without it.
    if (!(error instanceof DOMException)) tryAgain();
  });
}
