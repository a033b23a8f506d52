import { Workbox } from 'workbox-window';

/** After an install that failed the next one goes on with what is missing, in milliseconds. */
const TRY_AGAIN_MS = 10_000;

/** Registers the worker; `onWaiting` gets what makes a new version take over, with a reload. */
export function registerServiceWorker(onWaiting: (takeOver: () => void) => void): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  install(onWaiting);
}

function install(onWaiting: (takeOver: () => void) => void): void {
  const workbox = new Workbox('/sw.js');
  const tryAgain = () => setTimeout(install, TRY_AGAIN_MS, onWaiting);
  workbox.addEventListener('waiting', () => {
    onWaiting(() => {
      workbox.addEventListener('controlling', () => location.reload());
      workbox.messageSkipWaiting();
    });
  });
  workbox.addEventListener('redundant', () => {
    if (!navigator.serviceWorker.controller) tryAgain();
  });
  workbox.register().catch((error: unknown) => {
    // Refused in private windows and where site data is blocked: the game plays on without it.
    if (!(error instanceof DOMException)) tryAgain();
  });
}
