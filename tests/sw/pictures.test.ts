import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { putPicture } from '../../sw/kept.ts';

let kept: Map<string, Response>;
const put = vi.fn<(url: string, reply: Response) => Promise<void>>();

beforeEach(() => {
  kept = new Map();
  put.mockReset().mockImplementation(async (url, reply) => {
    // As a browser does: a repeated put makes it the newest.
    kept.delete(url);
    kept.set(url, reply);
  });
  vi.stubGlobal('caches', {
    open: async () => ({
      put,
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      match: async ({ url }: { url: string }) => kept.get(url),
      delete: async ({ url }: { url: string }) => kept.delete(url),
    }),
    delete: async () => {
      kept.clear();
      return true;
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

const picture = (daysOld = 0) =>
  new Response('picture', {
    headers: { Date: new Date(Date.now() - daysOld * DAY_MS).toUTCString() },
  });

test('the last 50 pictures are kept', async () => {
  for (let number = 1; number <= 52; number += 1) await putPicture(`/${number}`, picture());
  expect(kept.size).toBe(50);
  expect([kept.has('/2'), kept.has('/3'), kept.has('/52')]).toEqual([false, true, true]);
});

test('for 30 days', async () => {
  kept.set('/29', picture(29)).set('/31', picture(31)).set('/undated', new Response('picture'));
  await putPicture('/new', picture());
  expect([...kept.keys()]).toEqual(['/29', '/undated', '/new']);
});

test('a full phone keeps none, and nothing fails', async () => {
  kept.set('/old', picture());
  put.mockRejectedValue(new DOMException('full', 'QuotaExceededError'));
  await putPicture('/new', picture());
  expect(kept.size).toBe(0);
});

test('nor where the caches refuse all', async () => {
  const refused = () => Promise.reject(new DOMException('no', 'SecurityError'));
  vi.stubGlobal('caches', { open: refused, delete: refused });
  await expect(putPicture('/new', picture())).resolves.toBeUndefined();
});
