import { expect, test } from 'vitest';
import { queryClient } from '../../../src/app/query-client.ts';
import { ApiError, NetworkError } from '../../../src/lib/errors.ts';

const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};

/** Whether a read is retried after this many failures, and the wait before it. */
function after(failures: number, error: Error) {
  if (typeof retry !== 'function' || typeof retryDelay !== 'function') throw new Error('not set');
  return retry(failures, error) ? retryDelay(failures, error) : 'given up';
}

const told = (status: number, code: string, retryAfterMs: number | null = null) =>
  new ApiError('No.', status, code, { retryAfterMs });

test('a read that failed is tried again after 1 s, 2 s and 4 s, and then given up', () => {
  for (const error of [new NetworkError(), told(503, 'server/unavailable')]) {
    expect([0, 1, 2, 3].map((failures) => after(failures, error))).toEqual([
      1000,
      2000,
      4000,
      'given up',
    ]);
  }
  expect(after(0, told(404, 'player/unknown'))).toBe('given up');
});

test('it waits for as long as it was asked to, and is given up where that is long', () => {
  const busy = told(503, 'server/unavailable', 3000);
  expect([0, 1, 2].map((failures) => after(failures, busy))).toEqual([3000, 3000, 4000]);
  expect(after(0, told(429, 'rate/limited', 1000))).toBe(1000);
  expect(after(0, told(429, 'rate/limited', 40_000))).toBe('given up');
});
