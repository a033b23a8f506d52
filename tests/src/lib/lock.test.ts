import { expect, onTestFinished, test, vi } from 'vitest';
import { withLock, withLockIfFree } from '../../../src/lib/with-lock.ts';
import { anotherTabWith, withLocks } from '../../support/fake-locks.ts';

/** A browser that refuses locks as it refuses storage. */
function refuseLocks() {
  const request = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'));
}

const none = () => {};

test.each([
  ['without locks', none],
  ['with locks', withLocks],
  ['where locks are refused', refuseLocks],
])('%s work is done once, and what it throws is thrown', async (_where, prepare) => {
  prepare();
  const work = vi.fn(async () => 'done');
  expect(await withLock('a', work)).toBe('done');
  expect(await withLockIfFree('a', work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
  const failing = vi.fn(() => Promise.reject(new Error('no')));
  await expect(withLock('a', failing)).rejects.toThrow('no');
  await expect(withLockIfFree('a', failing)).rejects.toThrow('no');
  expect(failing).toHaveBeenCalledTimes(2);
});

test('work that another tab is at is left to it', async () => {
  const other = anotherTabWith(withLocks(), 'a');
  const work = vi.fn(async () => 'done');
  expect(await withLockIfFree('a', work)).toBeNull();
  await other.close();
  expect(await withLockIfFree('a', work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(1);
});
