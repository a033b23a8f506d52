import { expect, test, vi } from 'vitest';
import { badgeResults, waitingResults } from '../../../src/outbox/badge.ts';
import { aMessage, anEntry } from '../../support/builders.ts';

test('the icon counts the results that wait: neither messages nor what was refused', async () => {
  const setAppBadge = vi.fn(async () => undefined);
  const clearAppBadge = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', { setAppBadge, clearAppBadge });
  const refusal = { code: 'x', message: 'No.' };
  const entries = [anEntry(), anEntry({ key: 'b' }), aMessage(), anEntry({ refusal })];
  await badgeResults(waitingResults(entries));
  expect(setAppBadge.mock.calls).toEqual([[2]]);
  expect(clearAppBadge).not.toHaveBeenCalled();
  await badgeResults(waitingResults([]));
  expect(clearAppBadge).toHaveBeenCalledOnce();
  expect(setAppBadge).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('a phone without badges is let be', async () => {
  await expect(badgeResults(1)).resolves.toBeUndefined();
});
