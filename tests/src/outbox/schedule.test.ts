// @module-tag once
import { expect, onTestFinished, test, vi } from 'vitest';
import { startOutbox } from '../../../src/outbox/schedule.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { anEntry } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

const WHEN_FORCED = [
  ['coming online', () => dispatchEvent(new Event('online'))],
  ['becoming visible', () => document.dispatchEvent(new Event('visibilitychange'))],
] as const;
const COUNTED = { data: { awarded: { points: 10, coins: 15 } } };

test.each(WHEN_FORCED)(
  'a result that was put off for long is sent on %s',
  async (_what, happens) => {
    const now = Date.now();
    await putEntry(anEntry({ createdAt: now, nextAttemptAt: now, attempts: 10 }));
    const seen = answer('post', 'points', { status: 500, code: 'x' }, COUNTED);
    const onOutcome = vi.fn();
    onTestFinished(startOutbox({ sender: () => null, onEntries: vi.fn(), onOutcome }));
    await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(1));
    expect(seen).toHaveLength(1);

    happens();
    await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(2));
    expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'counted' });
    expect(await readEntries()).toEqual([]);
  },
);

test.each(WHEN_FORCED)(
  'one that the server asked to wait with is not sent sooner on %s',
  async (_what, happens) => {
    await putEntry(anEntry({ createdAt: Date.now(), nextAttemptAt: Date.now() }));
    const headers = { 'Retry-After': '60' };
    const seen = answer('post', 'points', { status: 429, code: 'rate/limited', headers }, COUNTED);
    const [onEntries, onOutcome] = [vi.fn(), vi.fn()];
    onTestFinished(startOutbox({ sender: () => null, onEntries, onOutcome }));
    await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(onEntries.mock.lastCall?.[0]).toMatchObject([{ attempts: 1 }]));
    const told = onEntries.mock.calls.length;

    happens();
    await vi.waitFor(() => expect(onEntries.mock.calls.length).toBeGreaterThan(told));
    expect(seen).toHaveLength(1);
    expect(await readEntries()).toHaveLength(1);
  },
);
