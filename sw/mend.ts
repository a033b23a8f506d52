type Registration = Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting'>;

/**
 * Gives a function that fetches the files that the browser took away from the first line of the offline
 * copy, and says whether the line is whole then (offline.md#offline-copy). Two tabs that ask at once fetch
 * nothing twice.
 */
export function mender(
  keys: readonly string[],
  cacheName: string,
  fetchMissing: () => Promise<void>,
): (registration: Registration) => Promise<boolean> {
  let mending: Promise<boolean> | undefined;

  async function mend(registration: Registration): Promise<boolean> {
    try {
      const cache = await caches.open(cacheName);
      const kept = new Set((await cache.keys()).map(({ url }) => url));
      if (keys.every((key) => kept.has(key))) return true;
      // A newer build brings a copy of its own, and its document does not fit this one's files.
      await registration.update();
      if (registration.installing || registration.waiting) return false;
      await fetchMissing();
      return true;
    } catch {
      // No line, or no room: the next page asks again.
      return false;
    }
  }

  return (registration) => {
    mending ??= mend(registration).finally(() => {
      mending = undefined;
    });
    return mending;
  };
}
