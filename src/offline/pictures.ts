import { PICTURE_CACHE } from '../config/storage-keys.ts';
import { within } from '../lib/within.ts';

/** How long the browser's answer is waited for, in milliseconds, because some never answer. */
const PATIENCE_MS = 1500;

/** Deletes the players' pictures that the service worker has cached (account.md#logout). Never throws. */
export async function forgetPictures(): Promise<void> {
  // An insecure context has no caches, and a browser may refuse access to them.
  const forgotten = async () => caches.delete(PICTURE_CACHE);
  await within(PATIENCE_MS, forgotten(), undefined);
}
