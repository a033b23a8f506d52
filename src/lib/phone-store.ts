import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

/**
 * A store in the phone's IndexedDB. A phone may refuse it at any call (blocked, full, broken), and
 * some throw before there is a promise: here a read then finds nothing and a write says that it
 * was not kept.
 */
export type PhoneStore<Value> = {
  /** The value of a key; `undefined` for none and where the phone refuses. */
  read: (key: string) => Promise<Value | undefined>;
  /** All keys and values; none where the phone refuses. */
  readAll: () => Promise<[key: string, value: Value][]>;
  /** Keeps a value; gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /** Forgets a key; what is not there is forgotten already. */
  remove: (key: string) => Promise<void>;
  /** Forgets everything. */
  clear: () => Promise<void>;
};

/** Opens a store, one object store in a database of its own, when it is first used. */
export function phoneStore<Value>(database: string, name: string): PhoneStore<Value> {
  let store: UseStore | undefined;
  const attempt = async <Result>(
    work: (store: UseStore) => Promise<Result>,
    otherwise: Result,
  ): Promise<Result> => {
    try {
      store ??= createStore(database, name);
      return await work(store);
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key) => attempt<Value | undefined>((own) => get(key, own), undefined),
    readAll: () => attempt<[string, Value][]>((own) => entries(own), []),
    write: (key, value) => attempt((own) => set(key, value, own).then(() => true), false),
    remove: (key) => attempt((own) => del(key, own), undefined),
    clear: () => attempt((own) => clear(own), undefined),
  };
}
