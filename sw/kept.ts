import { registerRoute } from 'workbox-routing';
import { env } from '../src/config/env.ts';
import { PICTURE_CACHE } from '../src/config/storage-keys.ts';
import { within } from '../src/lib/within.ts';
import { DAY_MS } from '../src/rules/calendar.ts';

/** How long the phone may look for a kept file before the network is asked too. */
const PATIENCE_MS = 1000;

/**
 * How long the phone may look after it was late once. A page asks for several files in turn, and would wait
 * for each.
 */
const SHORT_PATIENCE_MS = 50;

let patienceMs = PATIENCE_MS;

/**
 * Gives the kept reply under a key. The network is asked where no reply is kept, and where the phone's
 * storage fails or takes too long: Workbox's own handlers would throw, or wait without end. If the network
 * fails, the storage is waited for after all. `onFetched` gets a reply that came from the network.
 */
export async function keptOrFetched(
  request: Request,
  { cacheName, cacheKey = request.url }: { cacheName: string; cacheKey?: string | undefined },
  onFetched?: (reply: Response) => void,
): Promise<Response> {
  const kept = find(cacheName, cacheKey);
  const soon = await within(patienceMs, kept, 'late');
  patienceMs = soon === 'late' ? SHORT_PATIENCE_MS : PATIENCE_MS;
  if (soon && soon !== 'late') return soon;
  try {
    const reply = await fetch(request);
    onFetched?.(reply);
    return reply;
  } catch (error) {
    const reply = await kept;
    if (reply) return reply;
    throw error;
  }
}

async function find(cacheName: string, key: string): Promise<Response | undefined> {
  try {
    return await caches.match(key, { cacheName });
  } catch {
    return undefined;
  }
}

/**
 * Fetches and keeps a file that is not in the cache. Throws if network, server or the phone's storage fail.
 */
export async function keep(request: Request, cacheName: string, key = request.url): Promise<void> {
  const cache = await caches.open(cacheName);
  if (await cache.match(key)) return;
  const reply = await fetch(request);
  if (!reply.ok) throw new Error(`${reply.status} for a file of the offline copy.`);
  await cache.put(key, reply);
}

/** A board shows ten players. A picture has 60 KB at most, so that 50 pictures take 3 MB of the phone. */
const MOST = 50;

const LONGEST_MS = 30 * DAY_MS;

/**
 * Whether old pictures were looked for since the worker started. The browser stops it soon after each use.
 */
let hasLooked = false;

/**
 * Keeps the last pictures of players, so that boards show them offline. A changed picture has a new address,
 * so a kept picture is never out of date. The pictures that come with the app are in the shell.
 */
export function keepPictures(): void {
  const base = new URL(`${env.staticUrl}/`, location.href).href;
  registerRoute(
    ({ url, request }) => request.destination === 'image' && url.href.startsWith(base),
    ({ request, event }) => {
      if (!hasLooked) event.waitUntil(forgetOld());
      hasLooked = true;
      return keptOrFetched(request, { cacheName: PICTURE_CACHE }, (reply) => {
        if (reply.ok) event.waitUntil(putPicture(request.url, reply.clone()));
      });
    },
  );
}

/** Keeps a picture as the newest, and deletes the pictures that are too old or too many. Never throws. */
export async function putPicture(url: string, reply: Response): Promise<void> {
  try {
    await (await caches.open(PICTURE_CACHE)).put(url, reply);
  } catch {
    // On a full phone other data needs the space more than the pictures do.
    await caches.delete(PICTURE_CACHE).catch(() => false);
  }
  await forgetOld();
}

async function forgetOld(): Promise<void> {
  try {
    const cache = await caches.open(PICTURE_CACHE);
    const newestFirst = [...(await cache.keys())].reverse();
    for (const [place, request] of newestFirst.entries()) {
      const sentAt = Date.parse((await cache.match(request))?.headers.get('Date') ?? '');
      if (place >= MOST || Date.now() - sentAt > LONGEST_MS) await cache.delete(request);
    }
  } catch {}
}

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
};

/**
 * Fetches a pack and puts its missing files into a cache. `keys` has the cache key of each file. The pack is
 * not fetched if no file is missing, and a failed fetch changes nothing.
 */
export async function unpack(
  packUrl: string,
  cacheName: string,
  keys: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    const cache = await caches.open(cacheName);
    const kept = await Promise.all([...keys.values()].map((key) => cache.match(key)));
    if (!kept.includes(undefined)) return;
    const reply = await fetch(packUrl, { priority: 'low' });
    if (!reply.ok) return;
    const files: Record<string, string> = await reply.json();
    for (const [file, key] of keys) {
      const text = files[file];
      const type = TYPES[file.split('.').pop() ?? ''];
      if (text === undefined || type === undefined || (await cache.match(key))) continue;
      await cache.put(key, new Response(text, { headers: { 'Content-Type': type } }));
    }
  } catch {}
}
