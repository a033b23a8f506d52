import { beforeEach, expect, test, vi } from 'vitest';
import { fallbackStore } from '../../../src/lib/fallback-store.ts';

const phone = vi.hoisted(() => ({
  kept: new Map<string, string>(),
  refuses: false,
  isMute: false,
}));

/** A phone that fails to write and remove, or to read, while told to. */
vi.mock('../../../src/lib/phone-store.ts', () => {
  const does = (work: () => void) => {
    if (!phone.refuses) work();
    return Promise.resolve(!phone.refuses);
  };
  return {
    phoneStore: () => ({
      read: async (key: string) => (phone.isMute ? null : phone.kept.get(key)),
      readAll: async () => (phone.isMute ? null : [...phone.kept]),
      write: (key: string, value: string) => does(() => phone.kept.set(key, value)),
      change: (key: string, change: (value: string) => string) =>
        does(() => phone.kept.set(key, change(phone.kept.get(key) ?? ''))),
      replace: (key: string, value: string, oldKey: string) =>
        does(() => phone.kept.set(key, value).delete(oldKey)),
      remove: (key: string) => does(() => phone.kept.delete(key)),
      clear: () => does(() => phone.kept.clear()),
    }),
  };
});

beforeEach(() => {
  phone.kept.clear();
  phone.refuses = false;
  phone.isMute = false;
});

async function opened() {
  const store = fallbackStore<string>('database', 'values');
  await store.write('a', 'first');
  phone.refuses = true;
  return store;
}

test('what the phone refuses to write is read from memory, until the phone takes it', async () => {
  const store = await opened();
  expect(await store.write('a', 'second')).toBe(false);
  expect(await store.read('a')).toBe('second');
  expect((await store.readAll()).all).toEqual([['a', 'second']]);
  phone.refuses = false;
  expect(await store.write('a', 'third')).toBe(true);
  expect(phone.kept.get('a')).toBe('third');
  expect(await store.read('a')).toBe('third');
});

test('what the phone refuses to remove is gone all the same, and can be removed again', async () => {
  const store = await opened();
  expect(await store.remove('a')).toBe(false);
  expect(await store.read('a')).toBeUndefined();
  expect(await store.readAll()).toEqual({ all: [], isWhole: false });
  expect(store.refusedRemovals()).toEqual(['a']);
  phone.refuses = false;
  await store.remove('a');
  expect(await store.readAll()).toEqual({ all: [], isWhole: true });
  expect(phone.kept.size).toBe(0);
});

test('a change is made to what memory holds, and brings nothing back that is gone', async () => {
  const store = await opened();
  await store.write('a', 'second');
  await store.change('a', (value) => `${value}!`);
  expect(await store.read('a')).toBe('second!');
  await store.remove('a');
  await store.change('a', (value) => `${value}?`);
  expect(await store.read('a')).toBeUndefined();
});

test('a replacement that the phone refuses holds for both keys', async () => {
  const store = await opened();
  expect(await store.replace('b', 'second', 'a')).toBe(false);
  expect((await store.readAll()).all).toEqual([['b', 'second']]);
  phone.refuses = false;
  expect(await store.replace('b', 'second', 'a')).toBe(true);
  expect([...phone.kept]).toEqual([['b', 'second']]);
});

test('what the phone took and does not give is read from memory, as far as this page wrote it', async () => {
  phone.kept.set('older', 'of another visit');
  const store = fallbackStore<string>('database', 'values');
  await store.write('a', 'first');
  await store.write('b', 'first');
  await store.write('c', 'first');
  phone.isMute = true;
  await store.change('a', (value) => `${value}!`);
  await store.replace('d', 'second', 'b');
  await store.remove('c');
  expect(await store.read('a')).toBe('first!');
  expect(await store.read('older')).toBeUndefined();
  const left = [
    ['a', 'first!'],
    ['d', 'second'],
  ];
  expect(await store.readAll()).toEqual({ all: left, isWhole: false });
  phone.isMute = false;
  expect((await store.readAll()).all).toHaveLength(3);
  await store.clear();
  phone.isMute = true;
  expect((await store.readAll()).all).toEqual([]);
});
