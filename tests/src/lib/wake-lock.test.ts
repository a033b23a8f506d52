import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepAwake } from '../../../src/lib/locks.ts';

/** A lock as the browser gives it. */
function aLock() {
  const lock = {
    released: false,
    release: vi.fn(async () => {
      lock.released = true;
    }),
  };
  return lock;
}

let locks: ReturnType<typeof aLock>[] = [];
const request = vi.fn();

beforeEach(() => {
  locks = [];
  request.mockReset().mockImplementation(async () => {
    const lock = aLock();
    locks.push(lock);
    return lock;
  });
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock');
  vi.restoreAllMocks();
});

const steps = async () => {
  for (let step = 0; step < 5; step++) await Promise.resolve();
};

async function turnScreen(state: 'hidden' | 'visible'): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
  await steps();
}

test('holds the screen until it is let go', async () => {
  const letGo = keepAwake();
  await steps();
  expect(request.mock.calls).toEqual([['screen']]);
  letGo();
  await steps();
  expect(locks.map(({ released }) => released)).toEqual([true]);
});

test('asks again when the page is seen again, and only then', async () => {
  const letGo = keepAwake();
  await steps();
  await turnScreen('visible');
  expect(locks).toHaveLength(1);
  // The browser releases the lock of a hidden page.
  await locks[0]?.release();
  await turnScreen('hidden');
  expect(locks).toHaveLength(1);
  await turnScreen('visible');
  expect(locks).toHaveLength(2);
  letGo();
  await steps();
  expect(locks[1]?.released).toBe(true);
  await turnScreen('visible');
  expect(locks).toHaveLength(2);
});

test('lets go of a lock that comes after the end', async () => {
  keepAwake()();
  await steps();
  expect(locks.map(({ released }) => released)).toEqual([true]);
});

test.each([
  ['has none', () => Reflect.deleteProperty(navigator, 'wakeLock')],
  [
    'refuses it',
    () => request.mockRejectedValue(new DOMException('Low battery', 'NotAllowedError')),
  ],
])('a browser that %s is no error', async (_what, prepare) => {
  prepare();
  const letGo = keepAwake();
  await steps();
  letGo();
  await steps();
  expect(locks).toEqual([]);
});
