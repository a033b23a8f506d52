import { Workbox } from 'workbox-window';

/** Registers the worker; `onWaiting` gets what makes a new version take over, with a reload. */
export function registerServiceWorker(onWaiting: (takeOver: () => void) => void): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const workbox = new Workbox('/sw.js');
  workbox.addEventListener('waiting', () => {
    onWaiting(() => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    });
  });
  // Refused in private windows and where site data is blocked: the game plays on without it.
  workbox.register().catch(() => undefined);
}
