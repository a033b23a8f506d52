import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { keptText, keptValue, storedText } from '../../../src/lib/kept.ts';

const KEY = 'kept';
const schema = v.object({ count: v.number() });

afterEach(() => {
  vi.restoreAllMocks();
  keptText('localStorage', KEY).forget();
});

function refuse(...methods: ('getItem' | 'setItem' | 'removeItem')[]): void {
  for (const method of methods)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
}

test.each(['localStorage', 'sessionStorage'] as const)('%s keeps a value as JSON', (area) => {
  const kept = keptValue(area, KEY, schema);
  expect(kept.get()).toBeNull();
  expect(kept.set({ count: 1 })).toBe(true);
  expect(globalThis[area].getItem(KEY)).toBe('{"count":1}');
  expect(keptValue(area, KEY, schema).get()).toEqual({ count: 1 });
  expect(kept.forget()).toBe(true);
  expect(globalThis[area].getItem(KEY)).toBeNull();
});

test('a text is kept as it is, and forgotten for null', () => {
  const kept = keptText('localStorage', KEY);
  kept.set('on');
  expect(localStorage.getItem(KEY)).toBe('on');
  kept.set(null);
  expect(localStorage.getItem(KEY)).toBeNull();
});

test.each(['{', 'null', '7', '{"count":"1"}'])('what cannot be read is none: %s', (text) => {
  localStorage.setItem(KEY, text);
  expect(keptValue('localStorage', KEY, schema).get()).toBeNull();
});

test('a value is the same object until it changes', () => {
  const kept = keptValue('localStorage', KEY, schema);
  kept.set({ count: 1 });
  const first = kept.get();
  expect(kept.get()).toBe(first);
  localStorage.setItem(KEY, '{"count":2}');
  expect(kept.get()).toEqual({ count: 2 });
});

test('the page remembers what a shut storage refuses, for all that ask for the key', () => {
  refuse('getItem', 'setItem', 'removeItem');
  const kept = keptValue('localStorage', KEY, schema);
  expect(kept.get()).toBeNull();
  expect(kept.set({ count: 1 })).toBe(false);
  expect(kept.get()).toEqual({ count: 1 });
  expect(keptText('localStorage', KEY).get()).toBe('{"count":1}');
  expect(storedText('localStorage', KEY)).toBeUndefined();
  expect(kept.forget()).toBe(false);
  expect(kept.get()).toBeNull();
});

test('what a full storage refuses counts until another tab has kept something', () => {
  const kept = keptText('localStorage', KEY);
  kept.set('old');
  refuse('setItem');
  kept.set('new');
  expect(kept.get()).toBe('new');
  expect(storedText('localStorage', KEY)).toBe('old');
  vi.restoreAllMocks();
  localStorage.setItem(KEY, 'of another tab');
  expect(kept.get()).toBe('of another tab');
});

test('another tab is followed, and a cleared storage', () => {
  const kept = keptValue('localStorage', KEY, schema);
  const heard = vi.fn();
  const stop = kept.subscribe(heard);
  const tell = (key: string | null, newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key, newValue }));
  tell(KEY, '{"count":3}');
  tell('another', '{"count":4}');
  tell(KEY, '{');
  tell(null, null);
  stop();
  tell(KEY, '{"count":5}');
  expect(heard.mock.calls).toEqual([[{ count: 3 }], [null], [null]]);
});
