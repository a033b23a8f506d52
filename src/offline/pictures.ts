import { PICTURE_CACHE } from '../config/storage-keys.ts';
import { within } from '../lib/within.ts';

/** A browser that never answers is not waited for longer, in milliseconds. */
const PATIENCE_MS = 1500;

/** Forgets the players' pictures that the service worker keeps (account.md#logout). Never throws. */
export async function forgetPictures(): Promise<void> {
  // No caches in an insecure context; a browser may refuse them too.
  const forgotten = async () => caches.delete(PICTURE_CACHE);
  await within(PATIENCE_MS, forgotten(), undefined);
}
