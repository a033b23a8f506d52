import { expect, onTestFinished, test, vi } from 'vitest';
import { holdLock } from '../../../src/lib/locks.ts';
import { withLockIfFree } from '../../../src/lib/with-lock.ts';
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
