import type { Page } from 'playwright/test';

/**
 * The whole storage of the app that a page can read, as one text. It has local and session storage,
 * cookies, the history's state, each record of each IndexedDB database, and each address, header
 * and body in the caches.
 */
export function everythingKept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    /** The values of a structured clone that JSON omits. */
    const inFull = (_: string, value: unknown) => {
      if (value instanceof Map || value instanceof Set) return [...value];
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value);
      if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value.buffer as ArrayBuffer);
      if (value instanceof Blob) throw new Error('There is a Blob in the way.');
      return value;
    };
    const readDatabase = async (name: string) => {
      const database = await done(indexedDB.open(name));
      const stores = [...database.objectStoreNames].map(async (store) => {
        const objects = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([
          done(objects.getAllKeys()),
          done(objects.getAll()),
        ]);
        return { store, keys, values };
      });
      const read = await Promise.all(stores);
      database.close();
      return { name, stores: read };
    };
    const readCache = async (name: string) => {
      const cache = await caches.open(name);
      const replies = (await cache.keys()).map(async (request) => {
        const reply = await cache.match(request);
        const headers = [...request.headers, ...(reply?.headers ?? [])];
        return [request.url, headers, await reply?.text()];
      });
      return { name, replies: await Promise.all(replies) };
    };
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const kept = {
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
      history: history.state,
      databases: await Promise.all(names.map(readDatabase)),
      caches: await Promise.all((await caches.keys()).map(readCache)),
    };
    return JSON.stringify(kept, inFull);
  });
}
