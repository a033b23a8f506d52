import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { regularly } from '../../../server/app.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = (work: (signal: AbortSignal) => Promise<void>) => {
  const error = vi.fn();
  return { error, stop: regularly({ what: 'it', everyMs: 1000, work }, { error }) };
};

test('work is done each time until its end, and a failure is logged', async () => {
  const work = vi.fn(async () => {});
  const { error, stop } = start(work);
  work.mockRejectedValueOnce(new Error('the database is away'));
  await vi.advanceTimersByTimeAsync(3000);
  expect(work).toHaveBeenCalledTimes(3);
  expect(error.mock.calls).toEqual([[{ err: expect.any(Error) }, 'it failed']]);
  await stop();
  await vi.advanceTimersByTimeAsync(3000);
  expect(work).toHaveBeenCalledTimes(3);
});

test('work that takes longer is not begun twice, and its end is waited for', async () => {
  const going: { signal: AbortSignal; end: () => void }[] = [];
  const { stop } = start(
    (signal) => new Promise<void>((resolve) => going.push({ signal, end: resolve })),
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(going).toHaveLength(1);
  const [first] = going;
  const stopped = vi.fn();
  const ending = stop().then(stopped);
  await vi.advanceTimersByTimeAsync(0);
  expect(first?.signal.aborted).toBe(true);
  expect(stopped).not.toHaveBeenCalled();
  first?.end();
  await ending;
  expect(stopped).toHaveBeenCalledOnce();
});
