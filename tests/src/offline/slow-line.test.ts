import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'connection');
});

/** A page that watches its line: the duration of reads, and its message about the line. */
async function page() {
  const line = await import('../../../src/lib/reachability.ts');
  const { NetworkError } = await import('../../../src/lib/errors.ts');
  const { watchLine } = await import('../../../src/offline/slow-line.ts');
  const turns: string[] = [];
  line.subscribeReachability(() => turns.push(line.networkNow()));
  function ask(tookMs: number, error?: Error) {
    const reply = new Promise((resolve, reject) => {
      setTimeout(() => (error ? reject(error) : resolve('answer')), tookMs);
    });
    line.noteRead(reply, performance.now());
    return vi.advanceTimersByTimeAsync.bind(vi);
  }
  const read = (tookMs: number, error?: Error) => ask(tookMs, error)(tookMs);
  return { now: line.networkNow, turns, ask, read, watchLine, NetworkError };
}

test('a read that waits for 4 s makes the line slow, while it still waits', async () => {
  const { ask, now, watchLine } = await page();
  watchLine();
  const pass = ask(10_000);
  await pass(3999);
  expect(now()).toBe('good');
  await pass(1);
  expect(now()).toBe('slow');
});

test('a read that was asked before anybody watched counts from when it was asked', async () => {
  const { ask, now, watchLine } = await page();
  const pass = ask(10_000);
  await pass(3000);
  watchLine();
  await pass(1000);
  expect(now()).toBe('slow');
});

test('a line that the browser takes for 2G is slow after 2 s', async () => {
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: { effectiveType: 'slow-2g' },
  });
  const { ask, now, watchLine } = await page();
  watchLine();
  const pass = ask(10_000);
  await pass(1999);
  expect(now()).toBe('good');
  await pass(1);
  expect(now()).toBe('slow');
});

test('does not flicker: one prompt answer, or answers in between, leave it slow', async () => {
  const { now, read, turns, watchLine } = await page();
  watchLine();
  await read(5000);
  await read(300);
  await read(3000);
  await read(300);
  expect(now()).toBe('slow');
  await read(300);
  expect(now()).toBe('good');
  await read(3000);
  expect(now()).toBe('good');
  expect(turns).toEqual(['slow', 'good']);
});

test('a minute after the last late read nothing is known any more', async () => {
  const { now, read, watchLine } = await page();
  watchLine();
  await read(5000);
  await vi.advanceTimersByTimeAsync(58_999);
  expect(now()).toBe('slow');
  await vi.advanceTimersByTimeAsync(1);
  expect(now()).toBe('good');
});

test('a read that was called off or got no answer is no slow one', async () => {
  const { now, read, watchLine, NetworkError } = await page();
  watchLine();
  await read(3000, new DOMException('Gone', 'AbortError'));
  await read(3000, new NetworkError());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(now()).toBe('good');
});

test('nor is it a prompt one', async () => {
  const { now, read, watchLine, NetworkError } = await page();
  watchLine();
  await read(5000);
  await read(300, new DOMException('Gone', 'AbortError'));
  await read(300, new NetworkError());
  expect(now()).toBe('slow');
});
