import { expect, test, vi } from 'vitest';
import { tellFaults } from '../../sw/tell-faults.ts';

test('the worker tells one page what nobody dealt with, and lets go what it cannot tell', async () => {
  const [page, other] = [{ postMessage: vi.fn() }, { postMessage: vi.fn() }];
  const matchAll = vi.fn(async () => [page, other]);
  Object.assign(self, { clients: { matchAll } });
  tellFaults();
  const happens = (reason: unknown) =>
    self.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
  matchAll.mockRejectedValueOnce(new Error('no clients'));
  happens(new Error('first'));
  happens('a text');
  happens(new TypeError('second'));
  await vi.waitFor(() => expect(page.postMessage).toHaveBeenCalled());
  const thrown = { name: 'TypeError', message: 'second', stack: expect.any(String) };
  expect(page.postMessage.mock.calls).toEqual([[{ type: 'fault', thrown }]]);
  expect(other.postMessage).not.toHaveBeenCalled();
});
