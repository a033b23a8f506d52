/** A fault of the browser's storage in a page: the operation, and the failure. */
export type StorageFault =
  | { store: 'localStorage' | 'sessionStorage'; what: 'access' | 'reads' | 'writes' | 'removals' }
  | { store: 'indexedDB'; what: 'access' | 'open' | 'reads' | 'writes'; how: Failure };

/** Throws at once, is full, never answers, or answers after 5 s, which only opening does. */
type Failure = 'throws' | 'is full' | 'is silent' | 'is slow';

/** The fault of a database that is broken in this way. */
export const database = (what: 'access' | 'open' | 'reads' | 'writes', how: Failure) =>
  ({ store: 'indexedDB', what, how }) as const;

/** Makes storage fail in the app's pages from their first script on; given to `addInitScript`. */
export function breakStorage(faults: readonly StorageFault[]): void {
  // The page in which tests store the phone's memory: storage does not fail there.
  if (location.pathname === '/sw.js') return;
  const SLOW_MS = 5000;
  const refuse = (how: Failure) => {
    throw new DOMException(how, how === 'is full' ? 'QuotaExceededError' : 'SecurityError');
  };
  for (const fault of faults) {
    const { store, what } = fault;
    const how = 'how' in fault ? fault.how : 'throws';
    if (what === 'access') {
      Object.defineProperty(window, store, { get: () => refuse(how) });
    } else if (store !== 'indexedDB') {
      breakItems(window[store], what);
    } else if (what === 'open') {
      breakOpening(how);
    } else {
      breakTransactions(what, how);
    }
  }

  function breakItems(broken: Storage, what: string) {
    const method = { reads: 'getItem', writes: 'setItem' }[what] ?? 'removeItem';
    const sound = Storage.prototype[method as 'getItem'];
    Storage.prototype[method as 'getItem'] = function (this: Storage, ...rest: [string]) {
      return this === broken ? refuse('is full') : sound.apply(this, rest);
    };
  }

  function breakOpening(how: Failure) {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, ...rest: [string]) {
      if (how !== 'is silent' && how !== 'is slow') return refuse(how);
      const asked = new EventTarget() as IDBOpenDBRequest;
      if (how === 'is silent') return asked;
      setTimeout(() => {
        const request = open.apply(this, rest);
        Object.defineProperty(asked, 'result', { get: () => request.result });
        request.onupgradeneeded = (event) => asked.onupgradeneeded?.(event);
        request.onsuccess = (event) => asked.onsuccess?.(event);
      }, SLOW_MS);
      return asked;
    };
  }

  function breakTransactions(what: string, how: Failure) {
    const broken = what === 'reads' ? 'readonly' : 'readwrite';
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode = 'readonly') {
      if (mode !== broken) return transaction.call(this, names, mode);
      if (how !== 'is silent') return refuse(how);
      const silent = () => new EventTarget();
      const objects = new Proxy(
        {},
        { get: (_, name) => (name === 'transaction' ? silent() : silent) },
      );
      return { objectStore: () => objects } as unknown as IDBTransaction;
    };
  }
}
