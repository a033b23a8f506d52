import { afterEach, expect, test, vi } from 'vitest';
import { whenQuiet } from '../../../src/offline/when-quiet.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const giveWorker = (ready: Promise<object>) =>
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { ready } });

const turn = () => new Promise((next) => void setImmediate(next));

test('nothing is done before the offline copy is whole and the phone idle', async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  const copy = Promise.withResolvers<object>();
  giveWorker(copy.promise);
  const run = vi.fn();
  whenQuiet(run);
  await turn();
  expect(idle).toHaveLength(0);
  copy.resolve({});
  await turn();
  expect(run).not.toHaveBeenCalled();
  idle.at(0)?.();
  expect(run).toHaveBeenCalledOnce();
});

test('a copy that does not get whole is waited for 20 seconds', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  giveWorker(new Promise(() => undefined));
  const run = vi.fn();
  whenQuiet(run);
  await vi.advanceTimersByTimeAsync(19_900);
  expect(run).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(run).toHaveBeenCalledOnce();
});
