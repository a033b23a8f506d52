import { atom } from 'jotai';
import { Workbox } from 'workbox-window';
import { backoffMs } from '../lib/backoff.ts';

/** How long a visitor by a link needs to the first question on a slow connection, in milliseconds. */
const ARRIVAL_MS = 10_000;

/** `now` activates the new version of the app and reloads the page. */
export type TakeOver = { now: () => void };

/** The waiting new version of the app; `null` for none. */
export const takeOverAtom = atom<TakeOver | null>(null);

/**
 * Registers the service worker. `onWaiting` is called when a new version waits, with the function that
 * activates it. If a visitor came by a link, the worker starts later, so that the offline copy does not delay
 * their first game (offline.md#offline-copy).
 */
export function registerServiceWorker(onWaiting: (takeOver: TakeOver) => void): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const isArrival = /^.(login|auth)/.test(location.pathname);
  setTimeout(install, isArrival ? ARRIVAL_MS : 0, onWaiting, 0);
}

/** Installs the worker. If that fails it tries again, and the next try fetches only the missing files. */
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
    // If the worker had installed, it was replaced or retired: no failure (trouble.md#the-service-worker).
    if (!isWhole && !navigator.serviceWorker.controller) tryAgain();
  });
  workbox.register().catch((error: unknown) => {
    // A DOMException means a private window or blocked site data. The game works without the worker.
    if (!(error instanceof DOMException)) tryAgain();
  });
}
