import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const line = vi.fn<(request: Request) => Promise<Response>>();
const match = vi.fn<() => Promise<Response | undefined>>();
let keptOrFetched: typeof import('../../sw/kept.ts').keptOrFetched;

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  line.mockReset().mockImplementation(async () => new Response('fetched'));
  match.mockReset().mockImplementation(async () => new Response('kept'));
  vi.stubGlobal('fetch', line);
  vi.stubGlobal('caches', { match });
  ({ keptOrFetched } = await import('../../sw/kept.ts'));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const silence = () => new Promise<never>(() => undefined);
const noLine = () => Promise.reject(new TypeError('Failed to fetch'));

/** The reply that a page gets for a file, and after how long. */
async function ask(onFetched?: (reply: Response) => void) {
  const askedAt = performance.now();
  const request = new Request('http://localhost/a.js');
  const reply = keptOrFetched(request, { cacheName: 'shell' }, onFetched).then((given) =>
    given.text(),
  );
  reply.catch(() => undefined);
  await vi.runAllTimersAsync();
  return { text: await reply, waitedMs: performance.now() - askedAt };
}

test('what is kept is not fetched', async () => {
  expect((await ask()).text).toBe('kept');
  expect(line).not.toHaveBeenCalled();
});

test.each([
  ['has nothing', async () => undefined],
  ['refuses', () => Promise.reject(new DOMException('broken', 'UnknownError'))],
  ['never answers', silence],
])('where the phone %s, the line brings it, and it can be kept', async (_what, answer) => {
  match.mockImplementation(answer);
  const onFetched = vi.fn();
  expect((await ask(onFetched)).text).toBe('fetched');
  expect(onFetched).toHaveBeenCalledOnce();
});

test('a page is not all waiting for a phone that never answers', async () => {
  match.mockImplementation(silence);
  const waits: number[] = [];
  for (let file = 0; file < 5; file += 1) waits.push((await ask()).waitedMs);
  expect(waits.reduce((sum, ms) => sum + ms)).toBeLessThan(1500);
});

test('without a line a phone that is slow is waited for', async () => {
  line.mockImplementation(noLine);
  match.mockImplementation(
    () => new Promise((resolve) => setTimeout(resolve, 5000, new Response('kept'))),
  );
  expect((await ask()).text).toBe('kept');
});

test('without a line what is not kept fails as the line does', async () => {
  line.mockImplementation(noLine);
  match.mockImplementation(async () => undefined);
  await expect(ask()).rejects.toThrow('Failed to fetch');
});
