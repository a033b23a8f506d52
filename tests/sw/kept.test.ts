import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { putPicture, unpack } from '../../sw/kept.ts';

describe('kept', () => {
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
});

describe('the pack', () => {
  const PACK = '/assets/pack-1.json';

  const KEYS = new Map([
    ['static/la-liga.svg', '/static/la-liga.svg?revision=2'],
    ['assets/quiz-1.css', '/assets/quiz-1.css'],
  ]);

  const FILES = { 'static/la-liga.svg': '<svg/>', 'assets/quiz-1.css': '.quiz{}', 'other.js': '' };

  const kept = new Map<string, Response>();

  const line = vi.fn<(url: string) => Promise<Response>>();

  beforeEach(() => {
    kept.clear();
    line.mockReset().mockImplementation(async () => Response.json(FILES));
    vi.stubGlobal('fetch', line);
    const cache = {
      match: async (key: string) => kept.get(key),
      put: async (key: string, reply: Response) => void kept.set(key, reply),
    };
    vi.stubGlobal('caches', { open: async () => cache });
  });

  afterEach(() => void vi.unstubAllGlobals());

  test('each file comes into the cache under its own key, as what it is', async () => {
    await unpack(PACK, 'shell', KEYS);
    expect([...kept.keys()]).toEqual([...KEYS.values()]);
    const art = kept.get('/static/la-liga.svg?revision=2');
    expect(art?.headers.get('Content-Type')).toBe('image/svg+xml');
    expect(await art?.text()).toBe('<svg/>');
  });

  test('what is there stays, and where all is there nothing is asked for', async () => {
    kept.set('/assets/quiz-1.css', new Response('.kept{}'));
    await unpack(PACK, 'shell', KEYS);
    expect(await kept.get('/assets/quiz-1.css')?.text()).toBe('.kept{}');
    await unpack(PACK, 'shell', KEYS);
    expect(line).toHaveBeenCalledOnce();
  });

  test.each([
    ['no line', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a failing server', async () => new Response('', { status: 503 })],
    ['half a file', async () => new Response('{"static/la-liga.svg":')],
  ])('%s: nothing comes, and the files are left to be fetched one by one', async (_what, reply) => {
    line.mockImplementation(reply);
    await unpack(PACK, 'shell', KEYS);
    expect(kept.size).toBe(0);
  });
});

describe('pictures', () => {
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
});
