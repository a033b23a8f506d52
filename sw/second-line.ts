import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { FETCH_SECOND_LINE } from '../src/config/second-line.ts';
import { SECOND_LINE_CACHE } from '../src/config/storage-keys.ts';
import { ownScope } from './scope.ts';

/**
 * Keeps what only some players open: each file as it is opened, and all that is missing when a page
 * says that the phone is idle (flows.md#offline-copy). What another build had is forgotten.
 */
export function keepSecondLine(files: readonly string[]): void {
  const urls = new Set(files.map((file) => new URL(file, location.href).href));
  const strategy = new CacheFirst({ cacheName: SECOND_LINE_CACHE });
  registerRoute(({ url }) => urls.has(url.href), strategy);
  ownScope.addEventListener('message', (event) => {
    const asked = (event.data as { type?: unknown } | null)?.type;
    if (asked === FETCH_SECOND_LINE.type) event.waitUntil(fetchMissing(urls, strategy, event));
  });
  ownScope.addEventListener('activate', (event) => event.waitUntil(forgetAllBut(urls)));
}

/** One after the other, behind all that the player waits for; what fails is asked for again with the next page. */
async function fetchMissing(
  urls: Iterable<string>,
  strategy: CacheFirst,
  event: ExtendableEvent,
): Promise<void> {
  try {
    for (const url of urls) {
      const request = new Request(url, { priority: 'low' });
      await Promise.all(strategy.handleAll({ request, event }));
    }
  } catch {}
}

async function forgetAllBut(urls: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(SECOND_LINE_CACHE);
  for (const request of await cache.keys()) {
    if (!urls.has(request.url)) await cache.delete(request);
  }
}
