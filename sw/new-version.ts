import { ownScope } from './scope.ts';

/** What the page says to its waiting worker: take over now. The text is workbox-window's. */
const TAKE_OVER = 'SKIP_WAITING';

/** A new version waits until the page, after asking its player, tells it to take over. */
export function offerNewVersion(): void {
  ownScope.addEventListener('message', (event) => {
    const isTakeOver = (event.data as { type?: unknown } | null)?.type === TAKE_OVER;
    if (isTakeOver) event.waitUntil(ownScope.skipWaiting());
  });
}
