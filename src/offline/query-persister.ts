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

/** How long a saved copy is worth showing: a week, in milliseconds. */
const SAVED_COPY_MAX_AGE_MS = 7 * DAY_MS;

/** Raised whenever the saved shape of a reply changes: older copies are then dropped. */
const SAVED_COPY_VERSION = '2';

/** `savedAt` is by the server's clock, as far as it is known; older copies have none. */
type Copy = PersistedQuery & { savedAt?: number };

const copies = phoneStore<Copy>(QUERY_DB, 'copies');

const storage: AsyncStorage<Copy> = {
  getItem: copies.read,
  setItem: copies.write,
  removeItem: async (key) => void (await copies.remove(key)),
};

const persister = experimental_createQueryPersister<Copy>({
  storage,
  // Copies do not expire by the phone's clock, which may be wrong: `dropOldCopies` uses the server's time.
  maxAge: Number.POSITIVE_INFINITY,
  buster: SAVED_COPY_VERSION,
  // The library would not catch that fetch's errors: `asPersister` asks itself.
  refetchOnRestore: false,
  serialize: (query) => ({ ...query, savedAt: serverTime() }),
  deserialize: (query) => query,
});

/**
 * Shows the copy and asks for a fresh answer, however young it is; without a line it stays. A read
 * that was forgotten meanwhile (sign-out) is not asked again.
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

/** Options of a read that keeps a copy on the phone; using it puts the read on the allow-list. */
export function savedQuery<Data, const Key extends QueryKey>(read: SavedRead<Data, Key>) {
  return queryOptions<Data, Error, Data, Key>({
    ...read,
    persister: asPersister as QueryPersister<Data, Key>,
    // The copy is on the phone: the query must run even when the browser says it is offline.
    networkMode: 'offlineFirst',
  });
}

/** Stores the copy of a read that was changed on the phone: the persister does not see that. */
export function keepCopy(client: QueryClient, queryKey: QueryKey): void {
  void persister.persistQueryByKey(queryKey, client);
}

/** Whether it has the shape of today: an older version of the app may have kept anything. */
function isOurs(copy: unknown): copy is Copy {
  return (copy as Copy | null)?.buster === SAVED_COPY_VERSION;
}

/**
 * Puts the copies in memory, so that a screen has them in its first paint (offline.md#saved-copies), and
 * drops those of another shape. The server is still asked for all of them again.
 */
export async function openCopies(client: QueryClient): Promise<void> {
  for (const [key, copy] of (await copies.readAll()) ?? []) {
    if (!isOurs(copy)) {
      void copies.remove(key);
      continue;
    }
    // A phone that was slow to answer does not put the old over the new.
    const { queryKey, state } = copy;
    if (client.getQueryData(queryKey) !== undefined) continue;
    client.setQueryData(queryKey, state.data, { updatedAt: state.dataUpdatedAt });
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  }
}

/** Drops the copies past their age from the phone; none as long as the time is not known. */
export async function dropOldCopies(): Promise<void> {
  if (!isTimeSure()) return;
  for (const [key, copy] of (await copies.readAll()) ?? []) {
    if (!isOurs(copy)) continue;
    const { savedAt, state } = copy;
    const ageMs = serverTime() - (savedAt ?? state.dataUpdatedAt);
    if (ageMs > SAVED_COPY_MAX_AGE_MS) void copies.remove(key);
  }
}

/** Forgets every saved copy: nothing of a player stays on a shared phone (account.md#logout). */
export async function forgetCopies(): Promise<void> {
  await copies.clear();
}
