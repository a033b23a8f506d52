import { PICTURE_CACHE } from '../config/storage-keys.ts';

/** Forgets the players' pictures that the service worker keeps (flows.md#logout). Never throws. */
export async function forgetPictures(): Promise<void> {
  // No caches in an insecure context; a browser may refuse them too.
  await globalThis.caches?.delete(PICTURE_CACHE).catch(() => false);
}
