// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import * as v from 'valibot';

/** `localStorage` lasts on the phone, `sessionStorage` for the visit of a tab. */
type Area = 'localStorage' | 'sessionStorage';

/** One value that the phone keeps. None of its functions throws. */
type Kept<Value> = {
  /**
   * Gives the value, or `null` where there is no value or it cannot be read. The object stays the same
   * until the value changes.
   */
  get: () => Value | null;
  /**
   * Keeps a value; `null` forgets it. Gives whether the phone did so. If not, the page remembers the
   * value.
   */
  set: (value: Value | null) => boolean;
  forget: () => boolean;
  /**
   * Calls back with the new value that another tab set, `null` for a removed one. Gives the way to
   * stop.
   */
  subscribe: (onChange: (value: Value | null) => void) => () => void;
};

/**
 * A value that is kept as JSON and parsed by its schema, because an older build may have left another
 * shape.
 */
export function keptValue<Value>(
  area: Area,
  key: string,
  schema: v.GenericSchema<unknown, Value>,
): Kept<Value> {
  return kept(area, key, JSON.stringify, (text) => {
    try {
      const read = v.safeParse(schema, JSON.parse(text));
      return read.success ? read.output : null;
    } catch {
      return null;
    }
  });
}

/** A text that is kept without conversion. */
export function keptText(area: Area, key: string): Kept<string> {
  const asItIs = (text: string) => text;
  return kept(area, key, asItIs, asItIs);
}

/**
 * Reads the text that the phone holds for a key, not the page's memory. Gives `undefined` if storage is
 * blocked.
 */
export function storedText(area: Area, key: string): string | null | undefined {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return undefined;
  }
}

type StoredText = ReturnType<typeof storedText>;

/**
 * The texts that the phone refused to keep (`null`: refused to remove), by key, each with the text that
 * the phone held then. A refused text is used as long as the phone still holds that text. A different
 * text is newer, because another tab wrote it.
 */
const refused = new Map<string, { text: string | null; held: StoredText }>();

function kept<Value>(
  area: Area,
  key: string,
  write: (value: Value) => string,
  read: (text: string) => Value | null,
): Kept<Value> {
  let lastText: string | null = null;
  let lastValue: Value | null = null;

  function valueIn(text: string | null): Value | null {
    if (text !== lastText) {
      lastText = text;
      lastValue = text === null ? null : read(text);
    }
    return lastValue;
  }

  function set(value: Value | null): boolean {
    const text = value === null ? null : write(value);
    try {
      if (text === null) storageOf(area).removeItem(key);
      else storageOf(area).setItem(key, text);
      refused.delete(key);
      return true;
    } catch {
      refused.set(key, { text, held: storedText(area, key) });
      return false;
    }
  }

  return {
    get() {
      const held = storedText(area, key);
      const own = refused.get(key);
      return valueIn((own?.held === held ? own?.text : held) ?? null);
    },
    set,
    forget: () => set(null),
    subscribe(onChange) {
      const listener = (event: Event) => {
        const news = event as Event & { key: string | null; newValue: string | null };
        // The key is `null` when all of the area was cleared.
        if (news.key === key || news.key === null) onChange(valueIn(news.newValue));
      };
      addEventListener('storage', listener);
      return () => removeEventListener('storage', listener);
    },
  };
}

type StorageLike = {
  getItem: (key: string) => string | null;
  setItem: (key: string, text: string) => void;
  removeItem: (key: string) => void;
};

/** Finds the storage when it is used. A worker has no such storage, so the use throws there. */
function storageOf(area: Area): StorageLike {
  return (globalThis as unknown as Record<Area, StorageLike>)[area];
}
