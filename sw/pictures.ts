import type { WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { env } from '../src/config/env.ts';
import { PICTURE_CACHE } from '../src/config/storage-keys.ts';

/** A board shows ten players, and their pictures have 60 KB at most: 3 MB on the phone. */
const MOST = 50;

const LONGEST_S = 30 * 86_400;

/**
 * Keeps the last pictures of players, so that boards have them without a line. Another picture has
 * another name: what is kept is never old. The shipped pictures are in the shell.
 */
export function keepPictures(): void {
  const base = new URL(`${env.staticUrl}/`, location.href).href;
  registerRoute(
    ({ url, request }) => request.destination === 'image' && url.href.startsWith(base),
    new CacheFirst({
      cacheName: PICTURE_CACHE,
      plugins: [
        // Its types spell out what is not there, which exactOptionalPropertyTypes refuses.
        new ExpirationPlugin({
          maxEntries: MOST,
          maxAgeSeconds: LONGEST_S,
          purgeOnQuotaError: true,
        }) as WorkboxPlugin,
      ],
    }),
  );
}
