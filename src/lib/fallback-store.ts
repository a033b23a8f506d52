import { phoneStore } from './phone-store.ts';

/**
 * A store in IndexedDB with the page's memory behind it, for what the phone refuses (full,
 * blocked): whoever reads sees no difference.
 */
export type FallbackStore<Value> = {
  read: (key: string) => Promise<Value | undefined>;
  /** What the phone can read, and whether that is all: it answered, and no removal is open. */
  readAll: () => Promise<{ all: [key: string, value: Value][]; isWhole: boolean }>;
  /** Keeps a value; gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /** Changes what is kept under a key; gives whether the phone did. What is not there stays away. */
  change: (key: string, change: (value: Value) => Value) => Promise<boolean>;
  /** Keeps a value and forgets another key, in one step; gives whether the phone did. */
  replace: (key: string, value: Value, oldKey: string) => Promise<boolean>;
  remove: (key: string) => Promise<boolean>;
  /** Forgets all of it. */
  clear: () => Promise<void>;
  /** The keys whose removal the phone refused: they can be removed again. */
  refusedRemovals: () => string[];
};

/** Opens a store, one object store in a database of its own, when it is first used. */
export function fallbackStore<Value>(database: string, name: string): FallbackStore<Value> {
  const phone = phoneStore<Value>(database, name);
  /** What the phone would not write, and `null` for what it would not remove. */
  const unkept = new Map<string, Value | null>();

  const read = async (key: string) =>
    unkept.has(key) ? (unkept.get(key) ?? undefined) : phone.read(key);

  async function write(key: string, value: Value): Promise<boolean> {
    const isKept = await phone.write(key, value);
    if (isKept) unkept.delete(key);
    else unkept.set(key, value);
    return isKept;
  }

  async function remove(key: string): Promise<boolean> {
    const isRemoved = await phone.remove(key);
    if (isRemoved) unkept.delete(key);
    else unkept.set(key, null);
    return isRemoved;
  }

  const refusedRemovals = () => [...unkept.keys()].filter((key) => unkept.get(key) === null);

  return {
    read,
    write,
    remove,
    clear() {
      unkept.clear();
      return phone.clear();
    },
    refusedRemovals,
    async readAll() {
      const kept = await phone.readAll();
      const found = new Map<string, Value | null>(kept ?? []);
      for (const [key, value] of unkept) found.set(key, value);
      const all = [...found].filter((one): one is [string, Value] => one[1] !== null);
      return { all, isWhole: kept !== null && refusedRemovals().length === 0 };
    },
    async change(key, change) {
      if (!unkept.has(key) && (await phone.change(key, change))) return true;
      // The phone refuses, or did: the newest state lives in memory until it takes it.
      const value = await read(key);
      return value !== undefined && write(key, change(value));
    },
    async replace(key, value, oldKey) {
      const isReplaced = await phone.replace(key, value, oldKey);
      if (isReplaced) {
        unkept.delete(key);
        unkept.delete(oldKey);
      } else unkept.set(key, value).set(oldKey, null);
      return isReplaced;
    },
  };
}
