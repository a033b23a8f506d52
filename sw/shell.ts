import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { ownScope } from './scope.ts';

/** Paths that only the network answers: they are neither served from here nor stored. */
const NETWORK_ONLY = [
  /^\/api\//,
  /^\/he\.php/,
  /^\/sandbox\//,
  /^\/mobile-money\//,
  /^\/bank-listing\//,
  /^\/(healthz|readyz|metrics)$/,
];

/** The document, by the address that most phones have it from already: the worker only asks whether it changed. */
const DOCUMENT = '/';

/** So many files are fetched at once: the line does not idle, and leaves connections to the page. */
const AT_ONCE = 4;

/**
 * Keeps the shell, the chunks of every game, category art and icons; navigations get the document. An
 * install that was broken off goes on with what is missing (flows.md#offline-copy).
 */
export function serveShell(files: readonly PrecacheEntry[]): void {
  const controller = new PrecacheController();
  controller.addToCacheList(
    files.map((file) => (file.url === 'index.html' ? { ...file, url: DOCUMENT } : file)),
  );
  ownScope.addEventListener('install', (event) => event.waitUntil(install(controller, event)));
  ownScope.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  cleanupOutdatedCaches();
  // The very first visit is played through the worker as well: its line may drop too.
  clientsClaim();
  registerRoute(new PrecacheRoute(controller, { cleanURLs: false }));
  registerRoute(
    new NavigationRoute(controller.createHandlerBoundToURL(DOCUMENT), { denylist: NETWORK_ONLY }),
  );
}

/** Workbox's own install waits for the line anew with each file, which takes twice as long. */
async function install(controller: PrecacheController, event: ExtendableEvent): Promise<void> {
  const left = [...controller.getURLsToCacheKeys()];
  const fetchNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [url, cacheKey] = next;
      // Where its name tells the version the browser's own copy will do; any other is asked for.
      const isNamed = url === cacheKey;
      const request = new Request(url, {
        cache: isNamed ? 'default' : 'no-cache',
        credentials: 'same-origin',
        priority: 'low',
      });
      await Promise.all(controller.strategy.handleAll({ params: { cacheKey }, request, event }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchNext));
}
