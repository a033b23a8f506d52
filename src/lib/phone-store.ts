import {
  clear,
  createStore,
  del,
  entries,
  get,
  promisifyRequest,
  set,
  type UseStore,
} from 'idb-keyval';
import { within } from './within.ts';

/**
 * How long a call waits for the database, in milliseconds. A broken database may never answer, so it
 * then counts as refusing.
 */
const PATIENCE_MS = 1500;

/**
 * The wait of all calls after the first late one, so that a round is not spent waiting. A sound phone
 * answers far sooner.
 */
const SHORT_PATIENCE_MS = 200;

let patienceMs = PATIENCE_MS;

const LATE = Symbol();

/**
 * A store in IndexedDB. Any call may be refused (blocked, full, broken), throw at once, or never be
 * answered. The results say so.
 */
export type PhoneStore<Value> = {
  /** Reads the value of a key: `undefined` if there is no value, `null` if the phone refuses. */
  read: (key: string) => Promise<Value | undefined | null>;
  /** Reads all keys and values: `null` if the phone refuses. */
  readAll: () => Promise<[key: string, value: Value][] | null>;
  /** Keeps a value. Gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /**
   * Changes a value in one step, so that it does not bring back a value that another tab forgets
   * meanwhile. Gives whether the phone did so. A missing value stays missing.
   */
  change: (key: string, change: (value: Value) => Value) => Promise<boolean>;
  /**
   * Keeps a value and forgets another key; either both are done or neither. Gives whether the phone did
   * so.
   */
  replace: (key: string, value: Value, oldKey: string) => Promise<boolean>;
  /** Forgets a key. Gives whether it is forgotten. A missing key counts as forgotten. */
  remove: (key: string) => Promise<boolean>;
  /** Forgets all keys. Gives whether they are forgotten. */
  clear: () => Promise<boolean>;
};

/**
 * Opens a store when it is first used: one object store in a database of its own. Opens it again if the
 * phone has closed it (offline.md#storage-that-fails).
 */
export function phoneStore<Value>(database: string, name: string): PhoneStore<Value> {
  let store: UseStore | undefined;
  async function attempt<Result, Otherwise>(
    work: (store: UseStore) => Promise<Result>,
    otherwise: Otherwise,
  ): Promise<Result | Otherwise> {
    const workTwice = async () => {
      store ??= createStore(database, name);
      const own = store;
      try {
        return await work(own);
      } catch (error) {
        if (!isConnectionLost(error)) throw error;
        // Another call may have opened the store again by now.
        if (store === own) store = createStore(database, name);
        return work(store);
      }
    };
    const done = workTwice().catch(() => otherwise);
    const found = await within(patienceMs, done, LATE);
    if (found !== LATE) return found;
    patienceMs = SHORT_PATIENCE_MS;
    return otherwise;
  }

  const write = (work: (store: UseStore) => Promise<unknown>) =>
    attempt((own) => work(own).then(() => true), false);
  return {
    read: (key) => attempt((own) => get<Value>(key, own), null),
    readAll: () => attempt((own) => entries<string, Value>(own), null),
    write: (key, value) => write((own) => set(key, value, own)),
    change: (key, change) => write((own) => changeIn(own, key, change)),
    replace: (key, value, oldKey) => write((own) => replaceIn(own, key, value, oldKey)),
    remove: (key) => write((own) => del(key, own)),
    clear: () => write((own) => clear(own)),
  };
}

/**
 * iOS closes a connection while the app is in the background, without an event. The next
 * request then fails with one of these errors, before anything has happened, and a new connection works.
 * https://bugs.webkit.org/show_bug.cgi?id=197050
 */
function isConnectionLost(error: unknown): boolean {
  const name = error instanceof DOMException && error.name;
  return name === 'InvalidStateError' || name === 'UnknownError';
}

function replaceIn<Value>(
  own: UseStore,
  key: string,
  value: Value,
  oldKey: string,
): Promise<unknown> {
  return own('readwrite', (objects) => {
    objects.put(value, key);
    objects.delete(oldKey);
    return promisifyRequest(objects.transaction);
  });
}

function changeIn<Value>(
  store: UseStore,
  key: string,
  change: (value: Value) => Value,
): Promise<unknown> {
  return store('readwrite', (objects) => {
    const reading: IDBRequest<Value | undefined> = objects.get(key);
    reading.onsuccess = () => {
      try {
        if (reading.result !== undefined) objects.put(change(reading.result), key);
      } catch {
        objects.transaction.abort();
      }
    };
    return promisifyRequest(objects.transaction);
  });
}
