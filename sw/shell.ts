import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  PrecacheController,
  type PrecacheEntry,
  PrecacheRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { SECOND_LINE_CACHE } from '../src/config/storage-keys.ts';
import { FETCH_SECOND_LINE, MEND_COPY } from '../src/config/worker-messages.ts';
import { keep, keptOrFetched, unpack } from './kept.ts';
import { mender } from './mend.ts';
import { ownScope } from './scope.ts';

/** Paths that only the network answers: the worker neither serves nor stores them. */
const NETWORK_ONLY = [
  /^\/api\//,
  /^\/he\.php/,
  /^\/sandbox\//,
  /^\/mobile-money\//,
  /^\/bank-listing\//,
  /^\/(healthz|readyz|metrics)$/,
];

/**
 * The document's address. Most phones loaded the page from it, so that a fetch only asks whether it changed.
 */
const DOCUMENT = '/';

/** The pack: one file of the shell that holds many small files (scripts/lib/build.ts). */
const PACK = /^assets\/pack-/;

/** A file of the offline copy. The build marks the files in the pack and the files of the second line. */
export type ShellEntry = PrecacheEntry & { isPacked?: true; isSecond?: true };

/**
 * How many files are fetched at once: enough to use the network, few enough to leave connections to the page.
 */
const AT_ONCE = 5;

/**
 * Keeps the first line of the offline copy, and answers navigations with the document. An install that was
 * interrupted continues with the missing files. Files that the browser has deleted are fetched again when a
 * page asks for it (offline.md#offline-copy).
 */
export function serveShell(files: readonly ShellEntry[]): void {
  const controller = new PrecacheController();
  const { cacheName } = controller.strategy;
  const pack = files.find(({ url }) => PACK.test(url));
  controller.addToCacheList(
    files
      .filter((file) => file !== pack)
      .map((file) => (file.url === 'index.html' ? { ...file, url: DOCUMENT } : file)),
  );
  const fetchMissing = () => install(controller, pack?.url, files);
  ownScope.addEventListener('install', (event) => event.waitUntil(fetchMissing()));
  ownScope.addEventListener('activate', (event) => event.waitUntil(controller.activate(event)));
  const mend = mender([...controller.getURLsToCacheKeys().values()], cacheName, fetchMissing);
  ownScope.addEventListener('message', (event) => {
    if ((event.data as { type?: unknown } | null)?.type !== MEND_COPY.type) return;
    const told = mend(ownScope.registration).then((isWhole) =>
      event.ports[0]?.postMessage(isWhole),
    );
    event.waitUntil(told);
  });
  cleanupOutdatedCaches();
  // The worker serves the very first visit too, because the network may fail there as well.
  clientsClaim();
  const { match } = new PrecacheRoute(controller, { cleanURLs: false });
  registerRoute(match, ({ request, params }) =>
    keptOrFetched(request, { cacheName, ...(params as { cacheKey: string }) }),
  );
  const cacheKey = controller.getCacheKeyForURL(DOCUMENT);
  registerRoute(
    new NavigationRoute(() => keptOrFetched(new Request(DOCUMENT), { cacheName, cacheKey }), {
      denylist: NETWORK_ONLY,
    }),
  );
}

/** Replaces Workbox's own install, which fetches one file after the other and takes twice as long. */
async function install(
  controller: PrecacheController,
  packUrl: string | undefined,
  files: readonly ShellEntry[],
): Promise<void> {
  const { cacheName } = controller.strategy;
  const keys = controller.getURLsToCacheKeys();
  const packed = new Map(
    files
      .filter(({ isPacked }) => isPacked)
      .map(({ url }) => [url, controller.getCacheKeyForURL(url) ?? url]),
  );
  const isLeft = ([url]: [string, string]) => !packed.has(new URL(url).pathname.slice(1));
  const left = [...keys].filter(isLeft);
  const unpacked = packUrl && unpack(packUrl, cacheName, packed);
  const fetchNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) await fetchOne(next);
  };
  await Promise.all([unpacked, ...Array.from({ length: AT_ONCE }, fetchNext)]);
  // If the pack could not be fetched, its files are fetched one by one.
  for (const one of keys) await fetchOne(one);

  /** Fetches a file unless the cache has it already. */
  function fetchOne([url, key]: [string, string]): Promise<void> {
    // The browser's HTTP cache may answer where the file's name has a hash. For other files the server is
    // asked.
    const isNamed = url === key;
    const request = new Request(url, {
      cache: isNamed ? 'default' : 'no-cache',
      credentials: 'same-origin',
      priority: 'low',
    });
    return keep(request, cacheName, key);
  }
}

/**
 * Keeps the second line of the offline copy. A file is kept when it is opened, and all missing files are
 * fetched when a page says that the phone is idle (offline.md#offline-copy). Files of another build are
 * deleted.
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

/** Keeps a file. On a full phone it is not kept, and the app works without it. */
async function put(url: string, reply: Response): Promise<void> {
  try {
    await (await caches.open(SECOND_LINE_CACHE)).put(url, reply);
  } catch {}
}

/** Fetches missing files one by one, at a low priority. After a failure the next page asks for the rest. */
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

/** The message by which a page lets a waiting worker take over. workbox-window sends this text. */
const TAKE_OVER = 'SKIP_WAITING';

/**
 * Keeps a new version waiting until a page asks it to take over, which the page does when its player agrees.
 */
export function offerNewVersion(): void {
  ownScope.addEventListener('message', (event) => {
    const isTakeOver = (event.data as { type?: unknown } | null)?.type === TAKE_OVER;
    if (isTakeOver) event.waitUntil(ownScope.skipWaiting());
  });
}
