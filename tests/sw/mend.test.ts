import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mender } from '../../sw/mend.ts';

const KEYS = ['http://localhost/', 'http://localhost/a.js'];

const kept = new Set<string>();
const fetchMissing = vi.fn<() => Promise<void>>();
const update = vi.fn<() => Promise<void>>();
const registration = {
  update: () => update() as Promise<never>,
  installing: null as ServiceWorker | null,
  waiting: null,
};
let ask: () => Promise<boolean>;

beforeEach(() => {
  kept.clear();
  fetchMissing.mockReset().mockImplementation(async () => {
    for (const key of KEYS) kept.add(key);
  });
  update.mockReset().mockResolvedValue();
  registration.installing = null;
  vi.stubGlobal('caches', {
    open: async () => ({ keys: async () => [...kept].map((url) => ({ url })) }),
  });
  const mend = mender(KEYS, 'shell', fetchMissing);
  ask = () => mend(registration);
});
afterEach(() => void vi.unstubAllGlobals());

test('a whole copy is told of, and nothing is asked for', async () => {
  for (const key of KEYS) kept.add(key);
  expect(await ask()).toBe(true);
  expect(update).not.toHaveBeenCalled();
  expect(fetchMissing).not.toHaveBeenCalled();
});

test('what is missing is fetched, once for all tabs that ask', async () => {
  kept.add('http://localhost/');
  expect(await Promise.all([ask(), ask()])).toEqual([true, true]);
  expect(fetchMissing).toHaveBeenCalledOnce();
  expect(await ask()).toBe(true);
  expect(fetchMissing).toHaveBeenCalledOnce();
});

test('where a newer build is on its way its document is not put beside the files of this one', async () => {
  update.mockImplementation(async () => {
    registration.installing = {} as ServiceWorker;
  });
  expect(await ask()).toBe(false);
  expect(fetchMissing).not.toHaveBeenCalled();
});

test.each([
  ['no line', () => update.mockRejectedValue(new TypeError('Failed to fetch'))],
  [
    'a full phone',
    () => fetchMissing.mockRejectedValue(new DOMException('full', 'QuotaExceededError')),
  ],
])('%s: the copy is not called whole, and the next page asks again', async (_what, make) => {
  make();
  expect(await ask()).toBe(false);
  update.mockResolvedValue();
  fetchMissing.mockImplementation(async () => undefined);
  expect(await ask()).toBe(true);
});
