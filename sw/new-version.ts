import { isMessage, TAKE_OVER } from '../src/offline/messages.ts';
import { ownScope } from './scope.ts';

/** A new version waits until the page, after asking its player, tells it to take over. */
export function offerNewVersion(): void {
  ownScope.addEventListener('message', (event) => {
    if (isMessage(event.data, TAKE_OVER.type)) event.waitUntil(ownScope.skipWaiting());
  });
}
