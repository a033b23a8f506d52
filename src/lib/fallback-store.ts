import { phoneStore } from './phone-store.ts';

/**
 * A store in IndexedDB that falls back on the page's memory for values that the phone refuses to write
 * or to read, because its storage is full, blocked or broken. Readers see no difference.
 */
type FallbackStore<Value> = {
  read: (key: string) => Promise<Value | undefined>;
  /**
   * Reads all values. `isWhole` is true if the phone answered, and if it has removed all values that it
   * was asked to remove.
   */
  readAll: () => Promise<{ all: [key: string, value: Value][]; isWhole: boolean }>;
  /** Keeps a value. Gives whether the phone kept it. */
  write: (key: string, value: Value) => Promise<boolean>;
  /** Changes the value of a key. Gives whether the phone did so. A missing value stays missing. */
  change: (key: string, change: (value: Value) => Value) => Promise<boolean>;
  /** Keeps a value and forgets another key, in one step. Gives whether the phone did so. */
  replace: (key: string, value: Value, oldKey: string) => Promise<boolean>;
  remove: (key: string) => Promise<boolean>;
  /** Forgets all values. */
  clear: () => Promise<void>;
  /** The keys that the phone refused to remove. The caller may try again. */
  refusedRemovals: () => string[];
};

/** Opens a store when it is first used: one object store in a database of its own. */
export function fallbackStore<Value>(database: string, name: string): FallbackStore<Value> {
  const phone = phoneStore<Value>(database, name);
  /** Values that the phone refused to write, and `null` for those that it refused to remove. */
  const unkept = new Map<string, Value | null>();
  /** Values that this page wrote, for a phone that writes them but refuses to read them. */
  const written = new Map<string, Value>();

  /**
   * Notes the new state of a value (`null`: removed). Gives `isDone`: whether the phone stored that
   * state.
   */
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
      // The phone refuses this value, or refused it earlier. Its newest state stays in memory until a
      // write succeeds.
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
