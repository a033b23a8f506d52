import { isTakeOver } from '../src/outbox/worker-messages.ts';
import { ownScope } from './scope.ts';

/** A new version waits until the page, after asking its player, tells it to take over. */
export function offerNewVersion(): void {
  ownScope.addEventListener('message', (event) => {
    if (isTakeOver(event.data)) event.waitUntil(ownScope.skipWaiting());
  });
}
