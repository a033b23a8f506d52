import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PhoneStore } from '../../../src/lib/phone-store.ts';

type Store = PhoneStore<string>;

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A store of a page that was just opened. */
async function openStore(): Promise<Store> {
  const { phoneStore } = await import('../../../src/lib/phone-store.ts');
  return phoneStore<string>('database', 'values');
}

/** Each operation, and its result where the phone refuses it. */
const OPERATIONS: [name: string, run: (store: Store) => Promise<unknown>, refused: unknown][] = [
  ['read', (store) => store.read('a'), null],
  ['readAll', (store) => store.readAll(), null],
  ['write', (store) => store.write('a', 'second'), false],
  ['change', (store) => store.change('a', (value) => `${value}!`), false],
  ['replace', (store) => store.replace('b', 'second', 'a'), false],
  ['remove', (store) => store.remove('a'), false],
  ['clear', (store) => store.clear(), false],
];

const refuse = (name: string) => () => {
  throw new DOMException(name, name);
};
const inert = () => new EventTarget() as IDBOpenDBRequest;

const REFUSALS: Record<string, () => void> = {
  'there is no IndexedDB': () => void vi.stubGlobal('indexedDB', undefined),
  'it is blocked': () => void vi.stubGlobal('indexedDB', { open: refuse('SecurityError') }),
  'it fails to open': () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      const asked = inert();
      queueMicrotask(() => asked.onerror?.(new Event('error')));
      return asked;
    });
  },
  'its connection is gone': () =>
    void vi
      .spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementation(refuse('InvalidStateError')),
};

describe.each(Object.entries(REFUSALS))('where %s', (_what, make) => {
  test.each(OPERATIONS)(
    '%s says so, and the next one is asked anew',
    async (_name, run, refused) => {
      await (await openStore()).write('a', 'first');
      vi.resetModules();
      const store = await openStore();
      make();
      expect(await run(store)).toBe(refused);
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      expect(await store.read('a')).toBe('first');
    },
  );
});

/** The results of the operations on a sound phone. */
const LEFT: Record<string, [key: string, value: string][]> = {
  write: [['a', 'second']],
  change: [['a', 'first!']],
  replace: [['b', 'second']],
  remove: [],
  clear: [],
};

/** Records each connection opened from now on. */
function connections(): IDBDatabase[] {
  const opened: IDBDatabase[] = [];
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, 'open').mockImplementation((name) => {
    const request = open(name);
    request.addEventListener('success', () => opened.push(request.result));
    return request;
  });
  return opened;
}

/** A transaction in which every request fails, as on iOS after the app was asleep. */
function failingTransaction(): IDBTransaction {
  const fails = () => {
    const error = new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    const request = Object.assign(inert(), { error });
    queueMicrotask(() => request.onerror?.(new Event('error')));
    return request;
  };
  const transaction = fails();
  const objects = new Proxy(
    {},
    { get: (_, name) => (name === 'transaction' ? transaction : fails) },
  );
  return Object.assign(transaction, { objectStore: () => objects }) as unknown as IDBTransaction;
}

/** The ways in which a system takes a database away from a sleeping app, without an event. */
const TAKEN_AWAY: Record<string, (opened: IDBDatabase[]) => void> = {
  'was closed': (opened) => opened.at(-1)?.close(),
  'has lost its server': () => {
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementationOnce(refuse('UnknownError'))
      .mockImplementation(transaction);
  },
  'fails a request': () => {
    const { transaction } = IDBDatabase.prototype;
    vi.spyOn(IDBDatabase.prototype, 'transaction')
      .mockImplementationOnce(failingTransaction)
      .mockImplementation(transaction);
  },
};

describe.each(Object.entries(TAKEN_AWAY))('a database that %s', (_what, takeAway) => {
  test.each(OPERATIONS)('is opened again for %s, and keeps what it had', async (name, run) => {
    const opened = connections();
    const store = await openStore();
    await store.write('a', 'first');
    takeAway(opened);
    const given = await run(store);
    if (name === 'read') expect(given).toBe('first');
    else if (name === 'readAll') expect(given).toEqual([['a', 'first']]);
    else expect(given).toBe(true);
    expect(opened).toHaveLength(2);
    expect(await store.readAll()).toEqual(LEFT[name] ?? [['a', 'first']]);
    expect(opened).toHaveLength(2);
  });
});

test('a database that was closed is opened once for all that ask at that moment, each time anew', async () => {
  const opened = connections();
  const store = await openStore();
  await store.write('a', 'first');
  for (const times of [2, 3]) {
    opened.at(-1)?.close();
    const asked = await Promise.all([store.read('a'), store.readAll(), store.write('a', 'first')]);
    expect(asked).toEqual(['first', [['a', 'first']], true]);
    expect(opened).toHaveLength(times);
  }
});

test('a database that fails to open is opened once more', async () => {
  const store = await openStore();
  const { open } = IDBFactory.prototype;
  vi.spyOn(IDBFactory.prototype, 'open')
    .mockImplementationOnce(refuse('UnknownError'))
    .mockImplementation(open);
  expect(await store.write('a', 'first')).toBe(true);
  expect(await store.read('a')).toBe('first');
});

test('one that refuses for another reason is not asked twice', async () => {
  const open = vi.spyOn(indexedDB, 'open').mockImplementation(refuse('SecurityError'));
  const store = await openStore();
  expect(await store.read('a')).toBeNull();
  expect(open).toHaveBeenCalledOnce();
});

test.each(OPERATIONS.slice(2, 5))(
  'a full phone: %s says so and changes nothing',
  async (_name, run) => {
    const store = await openStore();
    await store.write('a', 'first');
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse('QuotaExceededError'));
    expect(await run(store)).toBe(false);
    vi.restoreAllMocks();
    expect(await store.readAll()).toEqual([['a', 'first']]);
  },
);

describe('where it never answers', () => {
  test.each(OPERATIONS)('%s says so after a second and a half', async (_name, run, refused) => {
    vi.spyOn(indexedDB, 'open').mockImplementation(inert);
    const store = await openStore();
    vi.useFakeTimers();
    const done = vi.fn();
    void run(store).then(done);
    await vi.advanceTimersByTimeAsync(1400);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(done).toHaveBeenCalledExactlyOnceWith(refused);
  });

  test('a start of a round, which asks for six things in turn, is not all waiting', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(inert);
    const store = await openStore();
    vi.useFakeTimers();
    const done = vi.fn();
    void (async () => {
      for (let step = 0; step < 3; step += 1) {
        await store.readAll();
        await store.write('a', 'second');
      }
      done();
    })();
    await vi.advanceTimersByTimeAsync(2500);
    expect(done).toHaveBeenCalledOnce();
  });
});

test('a phone that answers after five seconds has taken what it was given', async () => {
  const open = indexedDB.open.bind(indexedDB);
  const late = Promise.withResolvers<void>();
  vi.spyOn(indexedDB, 'open').mockImplementation((name) => {
    const asked = inert();
    void late.promise.then(() => {
      const request = open(name);
      Object.defineProperty(asked, 'result', { get: () => request.result });
      request.onupgradeneeded = (event) => asked.onupgradeneeded?.(event);
      request.onsuccess = (event) => asked.onsuccess?.(event);
    });
    return asked;
  });
  const store = await openStore();
  vi.useFakeTimers();
  const written = store.write('a', 'first');
  await vi.advanceTimersByTimeAsync(1500);
  expect(await written).toBe(false);
  vi.useRealTimers();
  late.resolve();
  await expect.poll(() => store.read('a')).toBe('first');
});
