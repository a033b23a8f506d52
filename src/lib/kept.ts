// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import * as v from 'valibot';

/** `localStorage` lasts on the phone, `sessionStorage` for the visit of a tab. */
type Area = 'localStorage' | 'sessionStorage';

/** One value that the phone keeps. None of its functions throws. */
type Kept<Value> = {
  /** The value; `null` for none and for one that cannot be read. The same object until it changes. */
  get: () => Value | null;
  /** Keeps a value, or forgets it for `null`. Gives whether the phone did; else the page remembers it. */
  set: (value: Value | null) => boolean;
  forget: () => boolean;
  /** Calls back with another tab's new value, `null` for none. Gives the way to stop. */
  subscribe: (onChange: (value: Value | null) => void) => () => void;
};

/** A value kept as JSON, read by its schema: an older build may have left another shape. */
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

/** A text kept as it is. */
export function keptText(area: Area, key: string): Kept<string> {
  const asItIs = (text: string) => text;
  return kept(area, key, asItIs, asItIs);
}

/** Reads a key's text on the phone, whatever the page remembers; `undefined` where storage is shut. */
export function storedText(area: Area, key: string): string | null | undefined {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return undefined;
  }
}

type StoredText = ReturnType<typeof storedText>;

/**
 * Values that the phone refused to keep (`null`: to forget), by key, and the text that it held then. A
 * value counts until the phone holds another text, which is newer: another tab could write.
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
        // A null key: all of the area was cleared.
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

/** A worker has none: its first use throws there. */
function storageOf(area: Area): StorageLike {
  return (globalThis as unknown as Record<Area, StorageLike>)[area];
}
