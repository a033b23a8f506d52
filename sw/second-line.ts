import { registerRoute } from 'workbox-routing';
import { FETCH_SECOND_LINE } from '../src/config/second-line.ts';
import { SECOND_LINE_CACHE } from '../src/config/storage-keys.ts';
import { keep, keptOrFetched } from './kept.ts';
import { ownScope } from './scope.ts';

/**
 * Keeps what only some players open: each file as it is opened, and all that is missing when a page
 * says that the phone is idle (flows.md#offline-copy). What another build had is forgotten.
 */
export function keepSecondLine(files: readonly string[]): void {
  const urls = new Set(files.map((file) => new URL(file, location.href).href));
  registerRoute(
    ({ url }) => urls.has(url.href),
    ({ request, event }) =>
      keptOrFetched(request, { cacheName: SECOND_LINE_CACHE }, (reply) => {
        if (reply.ok) event.waitUntil(put(request.url, reply.clone()));
      }),
  );
  ownScope.addEventListener('message', (event) => {
    const asked = (event.data as { type?: unknown } | null)?.type;
    if (asked === FETCH_SECOND_LINE.type) event.waitUntil(fetchMissing(urls));
  });
  ownScope.addEventListener('activate', (event) => event.waitUntil(forgetAllBut(urls)));
}

/** A full phone plays on without. */
async function put(url: string, reply: Response): Promise<void> {
  try {
    await (await caches.open(SECOND_LINE_CACHE)).put(url, reply);
  } catch {}
}

/** One after the other, behind all that the player waits for; what fails is asked for again with the next page. */
async function fetchMissing(urls: Iterable<string>): Promise<void> {
  try {
    for (const url of urls) await keep(new Request(url, { priority: 'low' }), SECOND_LINE_CACHE);
  } catch {}
}

async function forgetAllBut(urls: ReadonlySet<string>): Promise<void> {
  const cache = await caches.open(SECOND_LINE_CACHE);
  for (const request of await cache.keys()) {
    if (!urls.has(request.url)) await cache.delete(request);
  }
}
