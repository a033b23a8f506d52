import { PICTURE_CACHE } from '../config/storage-keys.ts';

/** A browser that never answers is not waited for longer, in milliseconds. */
const PATIENCE_MS = 1500;

/** Forgets the players' pictures that the service worker keeps (account.md#logout). Never throws. */
export async function forgetPictures(): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  try {
    // No caches in an insecure context; a browser may refuse them too.
    await Promise.race([caches.delete(PICTURE_CACHE), late]);
  } catch {}
}
