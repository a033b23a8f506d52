import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { holdLock, keepAwake } from '../../../src/lib/locks.ts';
import { withLock, withLockIfFree } from '../../../src/lib/with-lock.ts';
import { anotherTabWith, setHidden, withLocks } from '../../support/fake-locks.ts';

function hold(signal = new AbortController().signal) {
  const holder = { onHeld: vi.fn(), onTaken: vi.fn() };
  const holding = holdLock('a-round', signal, holder);
  return { ...holder, holding };
}

const isFree = async () => (await withLockIfFree('a-round', async () => true)) === true;

test('a lock that nobody has is ours until we let go', async () => {
  withLocks();
  const leaving = new AbortController();
  const { onHeld, onTaken, holding } = hold(leaving.signal);
  await vi.waitFor(() => expect(onHeld).toHaveBeenCalledOnce());
  expect(onTaken).not.toHaveBeenCalled();
  expect(await isFree()).toBe(false);
  leaving.abort();
  await holding;
  expect(await isFree()).toBe(true);
});

test("another tab's lock is told, and is ours once that tab is closed", async () => {
  const other = anotherTabWith(withLocks(), 'a-round');
  const { onHeld, onTaken } = hold();
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledOnce());
  expect(onHeld).not.toHaveBeenCalled();
  await other.close();
  await vi.waitFor(() => expect(onHeld).toHaveBeenCalledOnce());
});

test('a page in the background leaves a free lock to the tab that is played in', async () => {
  onTestFinished(() => setHidden(false));
  const other = anotherTabWith(withLocks(), 'a-round');
  const { onHeld, onTaken } = hold();
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledOnce());
  setHidden(true);
  await other.close();
  await vi.waitFor(async () => expect(await isFree()).toBe(true));
  expect(onHeld).not.toHaveBeenCalled();
  setHidden(false);
  await vi.waitFor(() => expect(onHeld).toHaveBeenCalledOnce());
});

test('who leaves while waiting never gets it', async () => {
  const other = anotherTabWith(withLocks(), 'a-round');
  const leaving = new AbortController();
  const { onHeld, onTaken, holding } = hold(leaving.signal);
  await vi.waitFor(() => expect(onTaken).toHaveBeenCalledOnce());
  leaving.abort();
  await holding;
  await other.close();
  expect(onHeld).not.toHaveBeenCalled();
  expect(await isFree()).toBe(true);
});

test('without Web Locks, and where they are refused, it is ours at once', async () => {
  const without = hold();
  await without.holding;
  expect(without.onHeld).toHaveBeenCalledOnce();

  const locks = withLocks();
  locks.request = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
  const refused = hold();
  await refused.holding;
  expect(refused.onHeld).toHaveBeenCalledOnce();
  expect(refused.onTaken).not.toHaveBeenCalled();
});

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

describe('the lock of the screen', () => {
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
});
