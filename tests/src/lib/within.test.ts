import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from '../../../src/lib/within.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('work that is done in time gives its result, and leaves no timer', async () => {
  await expect(within(1000, Promise.resolve('done'), 'late')).resolves.toBe('done');
  expect(vi.getTimerCount()).toBe(0);
});

test('work that takes longer is not waited for', async () => {
  const given = within(1000, new Promise(() => undefined), 'late');
  await vi.advanceTimersByTimeAsync(999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await expect(given).resolves.toBe('late');
});

test('work that fails gives the same, and never throws, also when it is late', async () => {
  await expect(within(1000, Promise.reject(new Error('no')), 'otherwise')).resolves.toBe(
    'otherwise',
  );
  const given = within(
    1000,
    new Promise((_, reject) => setTimeout(reject, 2000, new Error('no'))),
    'late',
  );
  await vi.advanceTimersByTimeAsync(3000);
  await expect(given).resolves.toBe('late');
});
