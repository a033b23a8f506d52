import {
  type AsyncStorage,
  experimental_createQueryPersister,
  type PersistedQuery,
} from '@tanstack/query-persist-client-core';
import {
  notifyManager,
  type QueryClient,
  type QueryFunction,
  type QueryKey,
  type QueryMeta,
  type QueryPersister,
  queryOptions,
} from '@tanstack/react-query';
import { QUERY_DB } from '../config/storage-keys.ts';
import { phoneStore } from '../lib/phone-store.ts';
import { isTimeSure, serverTime } from '../lib/server-clock.ts';
import { DAY_MS } from '../rules/calendar.ts';

/** How long a saved copy is shown: a week, in milliseconds. */
const SAVED_COPY_MAX_AGE_MS = 7 * DAY_MS;

/** The version of the saved replies' shapes. Raise it if a shape changes: older copies are then dropped. */
const SAVED_COPY_VERSION = '2';

/** `savedAt` is by the server's clock, if that is known. Copies of older versions of the app lack it. */
type Copy = PersistedQuery & { savedAt?: number };

const copies = phoneStore<Copy>(QUERY_DB, 'copies');

const storage: AsyncStorage<Copy> = {
  getItem: copies.read,
  setItem: copies.write,
  removeItem: async (key) => void (await copies.remove(key)),
};

const persister = experimental_createQueryPersister<Copy>({
  storage,
  // The library would use the phone's clock, which may be wrong. `dropOldCopies` uses the server's time.
  maxAge: Number.POSITIVE_INFINITY,
  buster: SAVED_COPY_VERSION,
  // The library would not catch the errors of that fetch, so `asPersister` fetches instead.
  refetchOnRestore: false,
  serialize: (query) => ({ ...query, savedAt: serverTime() }),
  deserialize: (query) => query,
});

/**
 * Gives the copy and asks the server for a fresh answer, however new the copy is. Offline, the copy stays. A
 * read that was removed meanwhile, by a sign-out, is not repeated.
 */
const asPersister: typeof persister.persisterFn = async (queryFn, context, query) => {
  let isAsked = false;
  const ask: typeof queryFn = (fetchContext) => {
    isAsked = true;
    return queryFn(fetchContext);
  };
  const data = await persister.persisterFn(ask, context, query);
  if (!isAsked) {
    notifyManager.schedule(() => {
      const isForgotten = context.client.getQueryCache().get(query.queryHash) !== query;
      if (!isForgotten) void query.fetch().catch(() => undefined);
    });
  }
  return data;
};

type SavedRead<Data, Key extends QueryKey> = {
  queryKey: Key;
  queryFn: QueryFunction<Data, Key>;
  meta?: QueryMeta;
};

/** Gives the options of a read that saves a copy on the phone. Only reads made by this are saved. */
export function savedQuery<Data, const Key extends QueryKey>(read: SavedRead<Data, Key>) {
  return queryOptions<Data, Error, Data, Key>({
    ...read,
    persister: asPersister as QueryPersister<Data, Key>,
    // The query must run even when the browser says that it is offline, because the copy is on the phone.
    networkMode: 'offlineFirst',
  });
}

/** Saves the copy of a read whose data was changed on the phone, which the persister does not notice. */
export function keepCopy(client: QueryClient, queryKey: QueryKey): void {
  void persister.persistQueryByKey(queryKey, client);
}

/** Whether a copy has the current shape. Older versions of the app may have saved other shapes. */
function isOurs(copy: unknown): copy is Copy {
  return (copy as Copy | null)?.buster === SAVED_COPY_VERSION;
}

/**
 * Loads the copies into memory, so that a screen has them in its first paint (offline.md#saved-copies), and
 * drops copies of other shapes. All reads are marked as stale, so that the server is asked again.
 */
export async function openCopies(client: QueryClient): Promise<void> {
  for (const [key, copy] of (await copies.readAll()) ?? []) {
    if (!isOurs(copy)) {
      void copies.remove(key);
      continue;
    }
    // If the storage was slow, the server may have answered already. Its answer is not replaced by the copy.
    const { queryKey, state } = copy;
    if (client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Removes copies that are too old from the phone; none while the server's time is unknown. */
export async function dropOldCopies(): Promise<void> {
  if (!isTimeSure()) return;
  for (const [key, copy] of (await copies.readAll()) ?? []) {
    if (!isOurs(copy)) continue;
    const { savedAt, state } = copy;
    const ageMs = serverTime() - (savedAt ?? state.dataUpdatedAt);
    if (ageMs > SAVED_COPY_MAX_AGE_MS) void copies.remove(key);
  }
}

/** Removes every saved copy, so that a shared phone keeps nothing of a player (account.md#logout). */
export async function forgetCopies(): Promise<void> {
  await copies.clear();
}
