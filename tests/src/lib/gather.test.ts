import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherReports } from '../../../src/lib/reports.ts';
import { goOffline } from '../../support/go-offline.ts';

const error = (message: string, count = 1) => ({
  kind: 'error' as const,
  where: 'page' as const,
  route: '/home',
  message,
  frames: ['first-BPf91QkD.js:1:2'],
  count,
});

const lcp = { kind: 'vital' as const, name: 'LCP' as const, value: 1800, route: '/' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const arrives = () => vi.fn(async (_reports: unknown[]) => true);

test('errors wait for what follows them, and the same one is told once with its count', async () => {
  const send = arrives();
  const { add } = gatherReports(send);
  add(error('a'));
  add(error('b'));
  add(error('a'));
  await vi.advanceTimersByTimeAsync(9_999);
  expect(send).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(send.mock.calls).toEqual([[[error('a', 2), error('b')]]]);
  add(error('a'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(send).toHaveBeenCalledOnce();
});

test('a visit sends at most one batch a minute and five in all', async () => {
  const send = arrives();
  const { add, flush } = gatherReports(send);
  add(error('0'));
  flush();
  add(error('1'));
  flush();
  expect(send).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(send).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  expect(send).toHaveBeenLastCalledWith([error('1')]);
  for (const message of ['2', '3', '4', '5', '6']) {
    add(error(message));
    await vi.advanceTimersByTimeAsync(60_000);
    flush();
  }
  expect(send).toHaveBeenCalledTimes(5);
});

test('at most ten wait, and the newest value of a vital', () => {
  const send = arrives();
  const { add, flush } = gatherReports(send);
  add(lcp);
  add({ ...lcp, value: 2000 });
  for (let number = 0; number < 20; number++) add(error(`${number}`));
  flush();
  const [sent = []] = send.mock.calls[0] ?? [];
  expect(sent).toHaveLength(10);
  expect(sent[0]).toEqual({ ...lcp, value: 2000 });
});

test('a vital alone is not sent before the page is left', async () => {
  const send = arrives();
  const { add, flush } = gatherReports(send);
  add(lcp);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(send).not.toHaveBeenCalled();
  flush();
  expect(send).toHaveBeenCalledWith([lcp]);
});

test('without a line nothing is tried, and what did not arrive waits', async () => {
  const send = vi.fn(async (_reports: unknown[]) => false);
  const { add, flush } = gatherReports(send);
  const comeBack = goOffline();
  add(error('a'));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(send).not.toHaveBeenCalled();
  comeBack();
  flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).toHaveBeenCalledOnce();
  add(error('a'));
  flush();
  expect(send).toHaveBeenLastCalledWith([error('a', 2)]);
  expect(send).toHaveBeenCalledTimes(2);
});
