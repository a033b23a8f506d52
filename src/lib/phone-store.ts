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

/** A broken database may never answer: after this long it counts as refusing, in milliseconds. */
const PATIENCE_MS = 2000;

/** What is waited for one that did not answer last time, so that a round is not all waiting. */
const SHORT_PATIENCE_MS = 50;

let patienceMs = PATIENCE_MS;

/**
 * A store in IndexedDB, which may refuse any call (blocked, full, broken), throw before there is a
 * promise, or never answer: a read then finds nothing, a write says it was not kept.
 */
export type PhoneStore<Value> = {
  /** The value of a key; `undefined` for none and where the phone refuses. */
  read: (key: string) => Promise<Value | undefined>;
  /** All keys and values; `null` where the phone refuses. */
  readAll: () => Promise<[key: string, value: Value][] | null>;
  /** Keeps a value; gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /**
   * Changes a value in one step, so that what another tab forgets meanwhile does not come back;
   * gives whether the phone did. What is not there stays away.
   */
  change: (key: string, change: (value: Value) => Value) => Promise<boolean>;
  /** Keeps a value and forgets another key, both or neither; gives whether the phone did. */
  replace: (key: string, value: Value, oldKey: string) => Promise<boolean>;
  /** Forgets a key; gives whether it is forgotten. What was not there is. */
  remove: (key: string) => Promise<boolean>;
  clear: () => Promise<void>;
};

/** Opens a store, one object store in a database of its own, when it is first used. */
export function phoneStore<Value>(database: string, name: string): PhoneStore<Value> {
  let store: UseStore | undefined;
  const attempt = async <Result>(
    work: (store: UseStore) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<Result>((resolve) => {
      timer = setTimeout(() => {
        patienceMs = SHORT_PATIENCE_MS;
        resolve(otherwise);
      }, patienceMs);
    });
    try {
      store ??= createStore(database, name);
      const worked = work(store).then((result) => {
        patienceMs = PATIENCE_MS;
        return result;
      });
      return await Promise.race([worked, tooLate]);
    } catch {
      return otherwise;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    read: (key) => attempt<Value | undefined>((own) => get(key, own), undefined),
    readAll: () => attempt<[string, Value][] | null>((own) => entries(own), null),
    write: (key, value) => attempt((own) => set(key, value, own).then(() => true), false),
    change: (key, change) => attempt((own) => changeIn(own, key, change), false),
    replace: (key, value, oldKey) => attempt((own) => replaceIn(own, key, value, oldKey), false),
    remove: (key) => attempt((own) => del(key, own).then(() => true), false),
    clear: () => attempt((own) => clear(own), undefined),
  };
}

function replaceIn<Value>(
  own: UseStore,
  key: string,
  value: Value,
  oldKey: string,
): Promise<boolean> {
  return own('readwrite', async (objects) => {
    objects.put(value, key);
    objects.delete(oldKey);
    await promisifyRequest(objects.transaction);
    return true;
  });
}

function changeIn<Value>(
  store: UseStore,
  key: string,
  change: (value: Value) => Value,
): Promise<true> {
  return store('readwrite', (objects) => {
    const reading: IDBRequest<Value | undefined> = objects.get(key);
    reading.onsuccess = () => {
      try {
        if (reading.result !== undefined) objects.put(change(reading.result), key);
      } catch {
        objects.transaction.abort();
      }
    };
    return promisifyRequest(objects.transaction).then(() => true);
  });
}
