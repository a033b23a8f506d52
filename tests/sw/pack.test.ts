import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unpack } from '../../sw/kept.ts';

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
