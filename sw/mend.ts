type Registration = Pick<ServiceWorkerRegistration, 'update' | 'installing' | 'waiting'>;

/**
 * Gives a function that fetches the files of the offline copy's first line that the browser has deleted. It
 * says whether the first line is whole then (offline.md#offline-copy). Two tabs that call it at the same time
 * share one repair.
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
      // A newer build installs its own copy, and the server's document no longer fits the files of this
      // build.
      await registration.update();
      if (registration.installing || registration.waiting) return false;
      await fetchMissing();
      return true;
    } catch {
      // The phone is offline or full. The next page asks again.
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
