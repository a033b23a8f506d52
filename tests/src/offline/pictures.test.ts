import { afterEach, expect, test, vi } from 'vitest';
import { forgetPictures } from '../../../src/offline/pictures.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the players' pictures go", async () => {
  const remove = vi.fn(async () => true);
  vi.stubGlobal('caches', { delete: remove });
  await forgetPictures();
  expect(remove).toHaveBeenCalledExactlyOnceWith('fom-pictures');
});

test.each([
  ['has no caches', undefined],
  ['refuses', { delete: () => Promise.reject(new DOMException('no', 'SecurityError')) }],
])('a browser that %s holds up no logout', async (_what, caches) => {
  vi.stubGlobal('caches', caches);
  await forgetPictures();
});

test('nor does one that never answers', async () => {
  vi.stubGlobal('caches', { delete: () => new Promise(() => undefined) });
  vi.useFakeTimers();
  const done = vi.fn();
  void forgetPictures().then(done);
  await vi.advanceTimersByTimeAsync(1500);
  expect(done).toHaveBeenCalledOnce();
});
