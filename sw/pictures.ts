import { registerRoute } from 'workbox-routing';
import { env } from '../src/config/env.ts';
import { PICTURE_CACHE } from '../src/config/storage-keys.ts';
import { keptOrFetched } from './kept.ts';

/** A board shows ten players, and their pictures have 60 KB at most: 3 MB on the phone. */
const MOST = 50;

const LONGEST_MS = 30 * 86_400_000;

/** Whether this run of the worker has looked for old ones: the browser ends it soon after each use. */
let hasLooked = false;

/**
 * Keeps the last pictures of players, so that boards have them without a line. Another picture has
 * another name: what is kept is never old. The shipped pictures are in the shell.
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

/** Keeps a picture, as the newest: more than there is room for, and old ones, go. Never throws. */
export async function putPicture(url: string, reply: Response): Promise<void> {
  try {
    await (await caches.open(PICTURE_CACHE)).put(url, reply);
  } catch {
    // A full phone has better use for the room.
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
