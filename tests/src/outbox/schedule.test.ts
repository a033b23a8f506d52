// @module-tag once
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOutbox } from '../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { anEntry } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

test.each([
  ['coming online', () => dispatchEvent(new Event('online'))],
  ['becoming visible', () => document.dispatchEvent(new Event('visibilitychange'))],
])('a result that was put off for a minute is sent on %s', async (_what, happens) => {
  await putEntry(anEntry({ createdAt: Date.now(), nextAttemptAt: Date.now() }));
  const seen = answer(
    'post',
    'points',
    { status: 429, code: 'x', headers: { 'Retry-After': '60' } },
    { data: { awarded: { points: 10, coins: 15 } } },
  );
  const onOutcome = vi.fn();
  onTestFinished(startOutbox({ sender: () => null, onEntries: vi.fn(), onOutcome }));
  await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(1));
  expect(seen).toHaveLength(1);

  happens();
  await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(2));
  expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'counted' });
  expect(await readEntries()).toEqual([]);
});
