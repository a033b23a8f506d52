import { phoneStore } from './phone-store.ts';

/**
 * A store in IndexedDB with the page's memory behind it, for values that the phone refuses to take or
 * to give (full, blocked, broken): readers see no difference.
 */
type FallbackStore<Value> = {
  read: (key: string) => Promise<Value | undefined>;
  /**
   * Reads all readable values, and says whether they are all: the phone answered, and no removal is
   * open.
   */
  readAll: () => Promise<{ all: [key: string, value: Value][]; isWhole: boolean }>;
  /** Keeps a value; gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /** Changes the value of a key; gives whether the phone did. A missing value stays missing. */
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
  /** Values that the phone would not write, and `null` for those that it would not remove. */
  const unkept = new Map<string, Value | null>();
  /** Values that this page wrote, for a phone that takes them and does not give them back. */
  const written = new Map<string, Value>();

  /** Notes the new state of a value, `null` for a removed one; gives whether the phone did it. */
  function note(isDone: boolean, key: string, value: Value | null): boolean {
    if (isDone) unkept.delete(key);
    else unkept.set(key, value);
    if (value === null) written.delete(key);
    else written.set(key, value);
    return isDone;
  }

  async function read(key: string): Promise<Value | undefined> {
    if (unkept.has(key)) return unkept.get(key) ?? undefined;
    const kept = await phone.read(key);
    return kept === null ? written.get(key) : kept;
  }

  const write = async (key: string, value: Value) =>
    note(await phone.write(key, value), key, value);

  const refusedRemovals = () => [...unkept.keys()].filter((key) => unkept.get(key) === null);

  return {
    read,
    write,
    remove: async (key) => note(await phone.remove(key), key, null),
    async clear() {
      unkept.clear();
      written.clear();
      await phone.clear();
    },
    refusedRemovals,
    async readAll() {
      const kept = await phone.readAll();
      const found = new Map<string, Value | null>(kept ?? written);
      for (const [key, value] of unkept) found.set(key, value);
      const all = [...found].filter((one): one is [string, Value] => one[1] !== null);
      return { all, isWhole: kept !== null && refusedRemovals().length === 0 };
    },
    async change(key, change) {
      const isChanged = !unkept.has(key) && (await phone.change(key, change));
      // The phone refuses, or did: the newest state lives in memory until it takes it.
      const value = isChanged ? written.get(key) : await read(key);
      if (isChanged && value !== undefined) written.set(key, change(value));
      return isChanged || (value !== undefined && write(key, change(value)));
    },
    async replace(key, value, oldKey) {
      const isReplaced = await phone.replace(key, value, oldKey);
      note(isReplaced, oldKey, null);
      return note(isReplaced, key, value);
    },
  };
}
